"""A client of the Kibitz protocol that uses only the packages websockets and msgpack.

The client sits down at a bridge table, plays its first legal call or card until one board is over, and goes
on after a lost connection. python first_card.py ws://127.0.0.1:8000/v1/ws TOKEN TABLE SEAT
"""

import asyncio
import sys

import msgpack
from websockets import ConnectionClosed
from websockets.asyncio.client import connect


class GaveUp(Exception):
    """The error for a refusal by the server after which it would not help to ask again."""


def merged(old, changes):
    """Return one half of a view, public or own, with the changes that a patch makes in it."""
    new = dict(old)
    for field, value in changes.items():
        entries = isinstance(value, dict) and value and all(isinstance(key, int) for key in value)
        if entries and isinstance(old.get(field), dict):
            value = {k: v for k, v in {**old[field], **value}.items() if v is not None}
        new[field] = value
    return new


def first_action(own):
    """Return the first legal call or card, or None if the seat may neither call nor play a card now."""
    if own.get("calls"):
        return {"t": "call", "call": own["calls"][0]}
    if own.get("cards"):
        return {"t": "play", "card": own["cards"][0]}
    return None


async def play(url, token, table, seat):
    """Play one board, and return its result."""
    epoch, version, pub, own, n, sent = None, 0, {}, None, 0, None
    async for socket in connect(url, subprotocols=["kibitz.v1.msgpack"], compression=None):  # connects again
        send = lambda **message: socket.send(msgpack.packb(message))
        watch = lambda: send(t="watch", id=2, table=table, **{"as": "seat"}, epoch=epoch, version=version)
        try:
            await send(t="hello", client="first_card", token=token)
            await send(t="sit", id=1, table=table, seat=seat)
            await watch()
            waiting = True  # for the answer to `watch` or `act`: a patch may come before it
            async for frame in socket:
                message = msgpack.unpackb(frame, strict_map_key=False)
                if message["t"] == "refused":
                    print(message["code"], message["message"], file=sys.stderr)
                    if message.get("retry_ms") is not None:
                        await asyncio.sleep(message["retry_ms"] / 1000)
                        await send(t="sit", id=1, table=table, seat=seat)
                    elif message.get("n") is None:
                        raise GaveUp("the server refuses the token, the table or the seat")
                    await watch()  # its answer tells the number of the last action
                elif message["t"] == "done" and (message.get("id") == 2 or message.get("n") is not None):
                    n, waiting = message.get("n") or 0, False
                elif message["t"] == "view":
                    epoch, version, pub, own = (
                        message.get(key) for key in ("epoch", "version", "pub", "own")
                    )
                elif message["t"] == "patch":
                    if message["epoch"] != epoch or message["version"] != version + 1:
                        await watch()
                        continue
                    version = message["version"]
                    pub = merged(pub, message.get("pub") or {})
                    if "own" in message:
                        own = merged(own or {}, message["own"]) if message["own"] is not None else None
                if pub.get("result") is not None:
                    return pub["result"]
                decision, action = (own or {}).get("decision"), first_action(own or {})
                # After a new connection, the number of an applied action may arrive before the next view.
                if decision and action and not waiting and sent != (epoch, decision, n):
                    waiting, sent = True, (epoch, decision, n + 1)
                    await send(t="act", table=table, n=n + 1, decision=decision, action=action)
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd else 1006
            if 4200 <= code < 4300:
                raise GaveUp(f"the server closed the connection for good: {closed}") from None
            print("the connection was lost", file=sys.stderr)
            await asyncio.sleep(5 if 4100 <= code < 4200 else 0)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit("usage: python first_card.py URL TOKEN TABLE SEAT")
    try:
        print(asyncio.run(play(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))))
    except GaveUp as reason:
        sys.exit(str(reason))
