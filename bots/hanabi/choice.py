"""What to do."""
from __future__ import annotations
from bots.hanabi.piles import kinds
from bots.hanabi.questions import narrowed
RISK=0.0
class Turn:
    def __init__(self, common, me, identity, clues, left, strikes, final, discards):
        self.c, self.me, self.identity = common, me, identity
        self.clues, self.left, self.strikes, self.final, self.discards = clues, left, strikes, final, discards
        self.unseen = dict(common.piles.left)
        for seat, hand in enumerate(common.hands):
            if seat != me:
                for o in hand: self.unseen[identity[o]] -= 1
        self.mine = self.private()

    def private(self):
        """What my cards can be, by what I alone see, too"""
        masks = self.c.hand(self.me)
        again = True
        while again:
            again = False
            left = dict(self.unseen)
            for m in masks.values():
                if not m & (m - 1): left[m.bit_length()-1] -= 1
            out = sum(1 << k for k, n in left.items() if n <= 0)
            for o, m in masks.items():
                if m & out and m & (m-1):
                    less = narrowed(m, ~out)
                    if less != m:
                        masks[o] = less
                        again = again or not less & (less-1)
        return masks

    def p(self, order, of):
        m = self.mine[order]
        whole = sum(max(self.unseen[k],0) for k in kinds(m))
        return sum(max(self.unseen[k],0) for k in kinds(m & of))/whole if whole else 0.

    def choose(self):
        piles = self.c.piles
        plays = [o for o, m in self.mine.items() if not m & ~piles.playable]
        if plays:
            return ('play', max(plays, key=self.worth))
        useless = [o for o, m in self.mine.items() if not m & ~piles.dead]
        if self.final:
            return self.last_round(useless)
        seen = sum(1 << self.identity[o] for s, h in enumerate(self.c.hands) if s != self.me for o in h if False)
        threshold = THRESH(self)+EXTRA
        if useless and self.clues < 8 and self.discards < threshold:
            return ('discard', useless[0])
        dup = self.duplicates() if self.clues<8 else []
        if dup and self.discards < threshold:
            return ('discard', dup[0])
        if self.clues:
            clue = self.clue()
            if clue: return clue
        if self.clues == 8:
            return ('play', min(self.mine, key=lambda o: self.harm(o)))
        if useless: return ('discard', useless[0])
        if dup: return ('discard', dup[0])
        return ('discard', min(self.mine, key=lambda o: (self.harm(o), TIE*o)))

    def duplicates(self):
        """My cards that are surely copies of cards that I see in other hands / have twice"""
        seen = 0
        for s, h in enumerate(self.c.hands):
            if s != self.me:
                for o in h: seen |= 1 << self.identity[o]
        found = [o for o, m in self.mine.items() if not m & ~(seen | self.c.piles.dead)]
        if not found:
            own = {}
            for o, m in self.mine.items():
                if not m & (m-1):
                    if m in own: found.append(o)
                    own[m] = o
        return found

    def worth(self, order):
        m = self.mine[order]
        ks = kinds(m)
        rank = sum(k & 7 for k in ks)/len(ks)
        follow = 0
        for k in ks:
            for s, h in enumerate(self.c.hands):
                for o in h:
                    if s != self.me and self.identity[o] == k + 1: follow += 1; break
        return (-rank + FOLLOW*(follow/len(ks)), -order)

    def harm(self, order):
        """How much is lost on discarding a card"""
        piles = self.c.piles
        m = self.mine[order]
        whole = loss = 0
        seen = {self.identity[o] for s, h in enumerate(self.c.hands) if s != self.me for o in h}
        for k in kinds(m):
            n = max(self.unseen[k],0)
            whole += n
            b = 1 << k
            if b & piles.dead: continue
            if b & piles.critical: loss += n * (CB - CR*(k&7)) * CRIT
            elif k in seen: loss += n * SEEN
            else: loss += n * (AB - AW*piles.away(k))
        return loss/whole if whole else 0.

    def clue(self):
        c = self.c
        number = 0
        for step in range(1, c.players):
            seat = (self.me+step)%c.players
            number += c.number_of(seat, self.identity)[0]
        number %= c.numbers
        best = None
        to = (self.me + 1 + number//c.per) % c.players
        number %= c.per
        half = c.per // 2
        rank, want = number >= half, number % half
        hand = c.hands[to]
        values = set()
        for v in {(self.identity[o] & 7) if rank else (self.identity[o] >> 3) for o in hand}:
            cards = [o for o in hand if ((self.identity[o] & 7) if rank else (self.identity[o] >> 3)) == v]
            if c.pattern(to, cards) == want: values.add(v)
        if not values: STAT['unrealisable'] = STAT.get('unrealisable',0)+1
        if not values: return None
        def info(v):
            mask = c.touched(v if rank else None, None if rank else v)
            tot = 0
            for o in hand:
                x = ((self.identity[o]&7) if rank else (self.identity[o]>>3)) == v
                tot += narrowed(c.masks[o], mask if x else ~mask).bit_count()
            return tot
        v = min(sorted(values), key=info)
        return ('clue', to, v if rank else None, None if rank else v)

    def last_round(self, useless):
        piles = self.c.piles
        if self.clues and LASTHINT:
            clue = self.clue()
            # someone after me who has a playable card and doesn't know
            for step in range(1, self.final):
                seat = (self.me+step)%self.c.players
                h = self.c.hands[seat]
                knows = any(not self.c.masks[o] & ~piles.playable for o in h)
                has = any(1 << self.identity[o] & piles.playable for o in h)
                if clue and has and not knows: return clue
        best = max(self.mine, key=lambda o: self.p(o, piles.playable), default=None)
        if best is not None and self.strikes < 2 and self.p(best, piles.playable) > 0:
            return ('play', best)
        if self.clues:
            clue = self.clue()
            if clue: return clue
        if self.clues<8:
            return ('discard', min(self.mine))
        return ('play', min(self.mine))
LASTHINT=True
STAT={}
TIE=1
CB=30
CR=2
AB=6
AW=1
EXTRA=0
FOLLOW=0.5
CRIT=1
SEEN=1
def THRESH(t):
    return t.c.anything.bit_count()*2 - 5*len(t.c.piles.heights) - len(t.c.hands)*(4 if len(t.c.hands)>3 else 5)
