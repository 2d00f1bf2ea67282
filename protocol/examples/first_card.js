// A client of the Kibitz protocol without dependencies. It sits down at a bridge table, plays its first legal call or
// card until one board is over, and goes on after a lost connection.
//   deno run --allow-net first_card.js ws://127.0.0.1:8000/v1/ws TOKEN TABLE SEAT
const [url, token, table, seat] = Deno.args;
let epoch = null, version = 0, pub = {}, own = null, n = 0, sent = null, result = null;

function giveUp(reason) {
  console.error(reason);
  Deno.exit(1);
}

// Applies a patch to one half of a view.
function merged(old, changes) {
  const fresh = { ...old };
  for (const [field, value] of Object.entries(changes)) {
    const keys = value && typeof value === "object" && !Array.isArray(value) ? Object.keys(value) : [];
    const entries = keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
    fresh[field] = entries && old[field]
      ? Object.fromEntries(Object.entries({ ...old[field], ...value }).filter(([, entry]) => entry !== null))
      : value;
  }
  return fresh;
}

function firstAction() {
  if (own?.calls?.length) return { t: "call", call: own.calls[0] };
  if (own?.cards?.length) return { t: "play", card: own.cards[0] };
  return null;
}

// Plays over one connection. The promise is kept with the close code when the connection has ended.
function connection() {
  return new Promise((ended) => {
    const socket = new WebSocket(url, ["kibitz.v1.json"]);
    const send = (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
    const sit = () => send({ t: "sit", id: 1, table, seat: Number(seat) });
    const watch = () => send({ t: "watch", id: 2, table, as: "seat", epoch, version });
    let waiting = true; // for the answer to `watch` or `act`: a patch may come before it
    socket.onopen = () => {
      send({ t: "hello", client: "first_card", token });
      sit();
      watch();
    };
    socket.onerror = () => {};
    socket.onclose = ({ code }) => ended(code);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.t === "refused") {
        console.error(message.code, message.message);
        if (message.retry_ms != null) {
          setTimeout(() => (sit(), watch()), message.retry_ms);
        } else if (message.n != null) {
          watch(); // its answer tells the number of the last action
        } else {
          giveUp("the server refuses the token, the table or the seat: asking again does not help");
        }
      } else if (message.t === "done" && (message.id === 2 || message.n != null)) {
        [n, waiting] = [message.n ?? 0, false];
      } else if (message.t === "view") {
        ({ epoch, version, pub, own } = message);
      } else if (message.t === "patch") {
        if (message.epoch !== epoch || message.version !== version + 1) return watch();
        version = message.version;
        pub = merged(pub, message.pub ?? {});
        if (message.own !== undefined) own = message.own && merged(own ?? {}, message.own);
      }
      if (pub.result) {
        result = pub.result;
        return socket.close();
      }
      const action = firstAction();
      // After a new connection, the number of an applied action may arrive before the next view.
      if (own?.decision && action && !waiting && sent !== `${epoch} ${own.decision} ${n}`) {
        waiting = true;
        sent = `${epoch} ${own.decision} ${n + 1}`;
        send({ t: "act", table, n: n + 1, decision: own.decision, action });
      }
    };
  });
}

if (Deno.args.length !== 4) giveUp("usage: deno run --allow-net first_card.js URL TOKEN TABLE SEAT");
while (result === null) {
  const code = await connection();
  if (code >= 4200 && code < 4300) giveUp("the server closed the connection for good");
  if (result === null) {
    console.error("the connection was lost");
    await new Promise((over) => setTimeout(over, code >= 4100 && code < 4200 ? 5000 : 200));
  }
}
console.log(JSON.stringify(result));
