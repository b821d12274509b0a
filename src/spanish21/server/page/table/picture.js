// What lies on the felt while events are shown one after another. The view says what is true; between two views this
// follows the events, so that a round that ended in one breath can still be watched.

const copy = value => structuredClone(value)

export function pictureOf(view) {
  return { ...copy(view), isOver: false, wheel: null }
}

/** The picture after an event; unknown events change nothing, the next view puts everything right. */
export function stepped(picture, item) {
  const step = STEPS[item.event.type]
  if (step) step(picture, item.event, item)
  return picture
}

/** The picture once all events are shown: the view, with the cards of a round just over left lying. */
export function settled(picture, view) {
  const truth = pictureOf(view)
  if (!picture?.isOver || view.boxes.length) return truth
  return { ...truth, boxes: picture.boxes, dealer: picture.dealer, dealer_total: picture.dealer_total, isOver: true }
}

function boxOf(picture, number) {
  let box = picture.boxes.find(one => one.number === number)
  if (!box) {
    box = { number, caller: '', stakes: [], hands: [] }
    picture.boxes.push(box)
  }
  return box
}

function handOf(picture, event) {
  const box = boxOf(picture, event.box)
  box.hands[event.hand] ??= {
    cards: [], total: 0, soft: false, state: 'open', wagers: box.stakes.map(stake => stake.wager), doubles: box.stakes.map(() => 0), sideways: false, across: 0,
  }
  return box.hands[event.hand]
}

function cleared(picture) {
  if (!picture.isOver) return
  Object.assign(picture, { boxes: [], dealer: [], dealer_total: 0, isOver: false, wheel: null })
}

function result(event, net) {
  return { person: event.person, kind: event.kind, net, why: event.why }
}

const STEPS = {
  WagerPlaced(picture, event) {
    cleared(picture)
    const box = boxOf(picture, event.box)
    let stake = box.stakes.find(one => one.person === event.person)
    if (!stake) {
      stake = { person: event.person, wager: 0, coupon: 0, sides: {}, insurance: 0 }
      box.stakes.push(stake)
    }
    if (event.kind === 'main') Object.assign(stake, { wager: stake.wager + event.amount, coupon: stake.coupon + (event.coupon ?? 0) })
    else stake.sides[event.kind] = (stake.sides[event.kind] ?? 0) + event.amount
  },
  CashOffered: cleared,
  WagersClosed: cleared,
  ShoeShuffled: cleared,
  CardDealt(picture, event) {
    picture.turn_box = event.box || 0
    if (event.box) {
      const hand = handOf(picture, event)
      hand.cards.push(event.card)
      hand.total = event.announced || 0
      hand.sideways = hand.doubles.some(Boolean)
      if (hand.isDoubling || hand.state === 'doubling') Object.assign(hand, { across: (hand.across ?? 0) + 1, isDoubling: false })
      picture.turn_hand = event.hand
    } else {
      picture.dealer.push(event.face_down ? '??' : event.card)
      picture.dealer_total = event.announced || 0
    }
    picture.cards_left -= 1
  },
  HoleCardTurned(picture, event) {
    picture.dealer = picture.dealer.map(card => (card === '??' ? event.card : card))
    picture.dealer_total = event.announced || 0
    picture.turn_box = 0
  },
  DealerDone(picture, event) {
    if (event.announced) picture.dealer_total = event.announced
  },
  PairSplit(picture, event) {
    const box = boxOf(picture, event.box)
    const hand = box.hands[event.hand]
    if (hand) box.hands.splice(event.hand + 1, 0, { ...copy(hand), cards: hand.cards.splice(1), total: 0, state: 'waiting' })
  },
  DoubleMade(picture, event) {
    const box = boxOf(picture, event.box)
    const at = box.stakes.findIndex(stake => stake.person === event.person)
    const hand = box.hands[event.hand]
    if (hand && at >= 0) hand.doubles[at] += event.amount
    if (hand) hand.isDoubling = true
  },
  PointsAnnounced(picture, event) {
    handOf(picture, event).total = event.total
  },
  BlackjackAnnounced(picture, event) {
    const hand = boxOf(picture, event.box).hands[0]
    if (hand) hand.state = 'blackjack'
  },
  InsurancePlaced(picture, event) {
    const stake = boxOf(picture, event.box).stakes.find(one => one.person === event.person)
    if (stake) stake.insurance = event.amount
  },
  WagerSettled(picture, event) {
    const box = boxOf(picture, event.box)
    const place = event.kind === 'main' ? (box.hands[event.hand] ?? box) : box
    place.results = [...(place.results ?? []), result(event, event.paid || -event.collected)]
    const stake = box.stakes.find(one => one.person === event.person)
    if (stake && event.kind !== 'main') delete stake.sides[event.kind]
  },
  BonusPaid(picture, event) {
    const box = boxOf(picture, event.box)
    box.results = [...(box.results ?? []), result(event, event.paid)]
  },
  HandRemoved(picture, event) {
    const hand = boxOf(picture, event.box).hands[event.hand]
    if (hand) hand.state = 'removed'
  },
  HotSpotDrawn(picture, event) {
    picture.hot_spot = event.box
  },
  WheelSpun(picture, event, item) {
    picture.wheel = { person: event.person, stop: event.stop, kind: event.kind, wager: event.wager, text: item.text }
  },
  CommunityWheelSpun(picture, event, item) {
    picture.wheel = { person: '', stop: event.stop, kind: 'community', wager: event.wager, text: item.text }
  },
  MeterMoved(picture, event) {
    picture.meters[event.meter] = event.amount
  },
  CardsCollected(picture) {
    picture.isOver = true
    picture.turn_box = 0
    picture.hot_spot = 0
  },
}
