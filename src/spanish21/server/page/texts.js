// Every string of the page, in one place.

import { money, signed } from './parts/money.js'

const RANKS = { A: 'ace', T: '10', J: 'jack', Q: 'queen', K: 'king' }
const SUITS = { s: 'spades', h: 'hearts', d: 'diamonds', c: 'clubs' }

/** "7s" -> "7 of spades" */
export function cardName(text) {
  if (!text || text === '??') return 'a card face down'
  return `${RANKS[text[0]] ?? text[0]} of ${SUITS[text[1]]}`
}

/** "AskBurnCard" -> "Ask burn card", "second_batch" -> "Second batch" */
export function spelled(name) {
  const words = name.replaceAll('_', ' ').replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** ["draw", "stand", "double"] -> "draw, stand or double" */
export function either(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

const s = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`

export const T = {
  title: 'Spanish 21',
  loading: 'One moment…',
  ways: { school: 'School', floor: 'Floor', audit: 'Audit', people: 'People' },
  logIn: 'Log in',
  noServer: 'The server does not answer. Check your connection and try again.',
  serverTrouble: 'Something went wrong on the server. Please try again.',
  connecting: 'Connecting to the table…',
  reconnecting: 'Connection lost. Reconnecting; your cards and wagers are safe.',
  connected: 'Connected again.',
  reload: 'Reload the page to go on.',
  skip: 'Skip to the table',
  roomsTitle: 'Rooms',
  rooms: { '': 'Tables', learn: 'Learn', explorer: 'Explorer', study: 'Study', editor: 'Editor' },

  // the lobby
  lobby: 'Tables',
  lobbyIntro: 'Five real rulebooks, every payment with its clause. Sit down as a guest: play chips are on the house.',
  noTables: 'No table is open yet. Open one from a book below.',
  sitDown: 'Play',
  sitDownAt: name => `Play at ${name}`,
  openTable: 'Open a table',
  openIntro: 'Choose a rulebook; the table opens with its sample submission.',
  book: 'Rulebook',
  own: 'my own Rules Submission',
  ownText: 'The submission, as TOML',
  tableName: 'Name of the table',
  open: 'Open',
  decks: count => s(count, 'deck'),
  limits: (least, most) => `${money(least)} to ${money(most)}`,
  seats: (taken, boxes) => (taken === 0 ? `${boxes} seats free` : taken >= boxes ? 'full' : `${boxes - taken} of ${boxes} seats free`),
  edge: 'House edge',
  edgeText: edge => (typeof edge === 'number' ? `${(edge * 100).toFixed(3)}\u00a0%` : T.edgeUnknown),
  edgePending: 'being worked out…',
  edgeUnknown: 'not known',
  limitsTitle: 'Wagers',
  cardsTitle: 'Cards',
  seatsTitle: 'Seats',
  playChips: 'play chips',
  reading: 'Reading the tables…',
  guest: 'You are a guest',
  you: (name, purse) => `${name} · ${money(purse)}`,

  // the table
  toLobby: 'All tables', toTable: 'To the table', checkShoes: 'Check the shoes that are over',
  dealer: 'Dealer',
  shoe: 'Shoe',
  cardsIn: count => s(count, 'card'),
  rack: 'Discards',
  reader: 'Card reader',
  coverCard: 'Cover card out',
  box: number => `Box ${number}`,
  sitHere: 'Sit here',
  sitAt: number => `Sit down at box ${number}`,
  joinWith: 'Chips to bring to the table',
  join: 'Sit down',
  watching: 'You are watching. Choose a free box to sit down.',
  yourBox: 'your box',
  total: (total, soft) => (soft ? `soft ${total}` : String(total)),
  round: number => (number ? `Round ${number}` : 'Before the first round'),
  net: amount => `${amount === 0 ? 'even' : signed(amount)}`,
  minutes: count => `${count} min`,
  inFront: 'in front of you',
  halted: 'The table is halted.',
  stopped: text => `This table has stopped: ${text}`,
  hotSpot: 'Hot spot',
  exposed: 'Card drawn in error',
  signs: 'Payouts',
  states: {
    blackjack: 'Blackjack', busted: 'Bust', surrendered: 'Surrendered', rescued: 'Rescued', dead: 'Dead', removed: 'Paid',
    stood: '', open: '', waiting: '',
  },
  seatTaken: name => `${name} sits here`,

  // phases, as they are shown above the buttons
  phases: {
    wagers: 'Place your wagers', deal: 'Dealing', match: 'Dealing', insurance: 'Insurance?', reader: 'The dealer checks the hole card',
    play: '', dealer: 'The dealer plays', settle: 'Wagers are settled', collect: 'Cards are picked up', cut: 'Cut the cards',
  },
  beforePlay: 'The table is being opened',
  yourTurn: 'Your turn',
  youMay: what => `You may ${what}.`,
  yourTurnHand: (at, of) => `Your turn: hand ${at} of ${of}`,
  turnOf: name => `${name} decides`,
  waitsFor: names => `Waiting for ${names}`,
  secondsLeft: count => `${count} s`,
  roundOver: 'Round over',

  // decisions: label, key
  commands: {
    Draw: ['Draw', 'h'], Stand: ['Stand', 's'], Double: ['Double', 'd'], Split: ['Split', 'p'], Surrender: ['Surrender', 'r'],
    Rescue: ['Rescue', 'x'], Insure: ['Insure', 'i'], DeclineInsurance: ['No insurance', 'n'], Cut: ['Cut here', 'c'],
    RefuseCut: ['Decline the cut', 'n'], FollowDouble: ['Double too', 'd'], FollowSplit: ['Split too', 'p'],
    RefuseCard: ['Refuse the card', 'j'], AnswerLateCard: ['Answer about the late card', 'l'], AskBurnCard: ['See the burn card', 'u'],
    RequestFaceUp: ['See the cards face up', 'f'], BuyChips: ['Buy chips', 'b'], Consent: ['Let somebody onto your box', 'o'],
    Leave: ['Leave the table', 'q'], WithdrawWager: ['Take a wager back', 't'], HandleCards: ['Reach for the cards', ''],
    PlaceWager: ['Wager', 'w'], Join: ['Sit down', 'j'],
  },
  fields: {
    box: 'Box', amount: 'Amount', kind: 'Wager', instrument: 'With', person: 'Who', chips: 'Chips', seat: 'Box', at: 'Cards above the cut card',
    covers: 'Cover both hands', hand: 'Hand', takes: 'Take the card',
  },
  values: {
    true: 'yes', false: 'no', chips: 'chips', cash: 'cash', coupon: 'match-play coupon', main: 'the wager',
  },
  behindTable: 'behind the table',
  bounds: (least, most) => (least === most ? money(least) : `${money(least)} to ${money(most)}`),
  whyNotUnknown: 'This is not possible now.',
  refused: text => `Refused: ${text}`,
  stale: 'The table had already moved on. Look again.',
  askingWhy: 'Asking why not…',
  more: 'More',
  cancel: 'Cancel',
  ok: 'OK',
  withKey: (label, key) => (key ? `${label} (key ${key.toUpperCase()})` : label),

  // wagers
  wagerOn: (title, box) => `${title} on box ${box}`,
  chip: value => `Chip ${money(value)}`,
  amountLabel: 'Amount to wager',
  place: amount => `Place ${money(amount)}`,
  placeNothing: 'Choose chips',
  clear: 'Clear',
  repeat: amount => `Repeat ${money(amount)}`,
  doubleIt: 'Double it',
  instrument: 'Pay with',
  placed: amount => `${money(amount)} placed. The dealer deals when wagers close.`,
  area: 'Wager',
  staged: (amount, title, box) => `${money(amount)} ready for ${title}, box ${box}. Enter places it.`,

  // cutting
  cutTitle: 'Place the cut card',
  cutAt: (at, of) => `${at} cards above it, ${of - at} below`,

  // the panel
  tabs: { round: 'Round', coach: 'Coach', rounds: 'History', rules: 'Rules', settings: 'Settings' },
  coachAsk: 'What would you do?',
  coachKey: 'a',
  coachNone: 'Ask when it is your turn: the analyser prices every choice you have, to the cent.',
  coachThinks: 'Thinking…',
  coachBest: 'best',
  coachCost: cost => `costs ${money(cost)}`,
  coachTitle: 'What each choice is worth',
  roundEmpty: 'What happens in the round is written here, with the clause behind each payment.',
  roundsEmpty: 'No round has been played yet.',
  roundsTitle: 'Last rounds',
  rulesTitle: 'On this layout',
  rulesPays: 'Payouts in force',
  shoeCommitment: 'Shoe commitment',
  shoeText: 'Published before the cut; with it anybody can check the shoe once it is over.',
  theme: 'Colours', themes: { auto: 'as the system', light: 'light', dark: 'dark' },
  motion: 'Movement', motions: { auto: 'as the system', on: 'on', off: 'off' },
  fourColours: 'Four-colour cards', sound: 'Sounds', keys: 'Single-key shortcuts',
  keysHelp: 'H draw · S stand · D double · P split · R surrender · X rescue · I insure · N decline · 1–6 chips · Enter place, repeat, cut · A ask the coach · Esc skip the movement',
  limitsOwn: 'My limits', limitsHelp: 'A lower limit holds at once, a higher one after a day. Leave a field empty for no limit.', limitLoss: 'Lose at most',
  limitMinutes: 'Play at most, in minutes', limitsSave: 'Set my limits', limitsSaved: 'Your limits are set.', limitsBad: 'A limit is an amount of money or a whole number of minutes.',
  replay: 'A round again', replayStep: 'Step of the round', replayPlay: 'Play', replayPause: 'Pause', replayNext: 'One step on', replayBack: 'One step back', replayEnd: 'Back to the table', replayShare: 'Copy link', replayShared: 'Link copied',
  watchAgain: 'Watch again', fromText: 'As a link that holds it all', pasteRound: 'Show a round from its text', noSuchRound: 'That round cannot be shown.',
  wheelTitle: name => `The wheel turns for ${name}`,
  wheelYou: 'you',
  communityWheel: 'The community wheel turns',
  close: 'Close',
}

const hand = event => (event.hand ? `, hand ${event.hand + 1}` : '')
const kindName = (kind, titles) => (kind === 'main' ? '' : `${titles[kind] ?? spelled(kind)}: `)

/** What an event says to somebody who does not see the table; `who(person)` is a name, or "You". */
export const TELLS = {
  PersonJoined: (e, who) => `${who(e.person)} ${who.is(e.person, 'sit', 'sits')} down${e.seat ? ` at box ${e.seat}` : ' behind the table'}.`,
  PersonLeft: (e, who) => `${who(e.person)} ${who.is(e.person, 'leave', 'leaves')} the table.`,
  ChipsBought: (e, who) => `${who(e.person)} ${who.is(e.person, 'buy', 'buys')} chips${e.amount ? ` for ${money(e.amount)}` : ''}.`,
  ShoeShuffled: () => 'The cards are shuffled.',
  CutOffered: (e, who) => (e.order?.length ? `The cut is offered to ${who.to(e.order[0])}.` : ''),
  CutRefused: (e, who) => `${who(e.person)} ${who.is(e.person, 'decline', 'declines')} the cut.`,
  StackCut: (e, who) => `${who(e.person)} ${who.is(e.person, 'cut', 'cuts')} the cards.`,
  ShoeLoaded: () => 'The shoe is ready.',
  CoverCardReached: () => 'The cover card comes out: the cards are shuffled after this round.',
  BurnCardDisclosed: e => `The burn card is the ${cardName(e.card)}.`,
  WagerPlaced: (e, who, titles) => `${who(e.person)} ${who.is(e.person, 'wager', 'wagers')} ${money(e.amount + (e.coupon ?? 0))} on ${kindName(e.kind, titles).replace(': ', ', ')}box ${e.box}.`,
  CashOffered: (e, who) => `${who(e.person)} ${who.is(e.person, 'offer', 'offers')} cash${e.amount ? `, ${money(e.amount)}` : ''}, on box ${e.box}.`,
  WagerWithdrawn: (e, who, titles) => `${who(e.person)} ${who.is(e.person, 'take', 'takes')} ${kindName(e.kind, titles)}${money(e.amount)} back.`,
  ConsentGiven: (e, who) => `${who(e.by)} ${who.is(e.by, 'let', 'lets')} ${who.to(e.person)} wager on the box.`,
  WagersClosed: e => `No more wagers. Round ${e.number} begins.`,
  CardDealt: (e, who, titles, box) => {
    if (!e.box) return e.face_down ? 'The dealer takes a card face down.' : `The dealer gets the ${cardName(e.card)}${e.announced ? `: ${e.announced}` : ''}.`
    return `${box(e.box)}${hand(e)}: ${cardName(e.card)}${e.announced ? `, total ${e.announced}` : ''}.`
  },
  InsurancePlaced: (e, who) => `${who(e.person)} ${who.is(e.person, 'insure', 'insures')} for ${money(e.amount)}.`,
  InsuranceDeclined: (e, who) => `${who(e.person)} ${who.is(e.person, 'take', 'takes')} no insurance.`,
  ReaderAnswered: e => (e.blackjack ? 'The card reader says: Blackjack.' : 'The card reader says: no Blackjack.'),
  BlackjackAnnounced: (e, who, titles, box) => `${box(e.box)}: Blackjack!`,
  PointsAnnounced: (e, who, titles, box) => `${box(e.box)}${hand(e)}: total ${e.total}.`,
  HandStood: (e, who) => `${who(e.person)} ${who.is(e.person, 'stand', 'stands')}.`,
  CardAsked: (e, who) => `${who(e.person)} ${who.is(e.person, 'draw', 'draws')}.`,
  DoubleMade: (e, who) => `${who(e.person)} ${who.is(e.person, 'double', 'doubles')} for ${money(e.amount)}.`,
  DoubleFollowed: (e, who) => (e.amount ? `${who(e.person)} ${who.is(e.person, 'double', 'doubles')} too, for ${money(e.amount)}.` : `${who(e.person)} ${who.is(e.person, 'do', 'does')} not double.`),
  DoubleKept: (e, who) => `${who(e.person)} ${who.is(e.person, 'stand', 'stands')}.`,
  PairSplit: (e, who) => `${who(e.person)} ${who.is(e.person, 'split', 'splits')} the pair for another ${money(e.amount)}.`,
  SplitFollowed: (e, who) => (e.amount ? `${who(e.person)} ${who.is(e.person, 'cover', 'covers')} both hands.` : `${who(e.person)} ${who.is(e.person, 'stay', 'stays')} on one hand.`),
  HandSurrendered: (e, who) => `${who(e.person)} ${who.is(e.person, 'surrender', 'surrenders')}.`,
  DoubleRescued: (e, who) => `${who(e.person)} ${who.is(e.person, 'rescue', 'rescues')} the double: ${money(e.returned)} comes back.`,
  HoleCardTurned: e => `The dealer turns the ${cardName(e.card)}${e.announced ? `: ${e.announced}` : ''}.`,
  DealerDone: e => (e.announced ? `The dealer has ${e.announced > 21 ? `${e.announced}: bust` : e.announced}.` : ''),
  HotSpotDrawn: (e, who, titles, box) => `${box(e.box)} is drawn as the hot spot.`,
  WheelSpun: (e, who) => `The wheel turns for ${who.to(e.person)}.`,
  CommunityWheelSpun: () => 'The community wheel turns.',
  PayoutValidated: (e, who) => `The floorperson validates the payout to ${who.to(e.person)}.`,
  WagerSettled: (e, who, titles) => `${kindName(e.kind, titles)}${outcome(e, who)}`,
  BonusPaid: (e, who, titles) => `${kindName(e.kind, titles)}${who(e.person)} ${who.is(e.person, 'get', 'gets')} ${money(e.paid)}.`,
  SettlementUndone: (e, who) => `${who(e.person)}: ${signed(e.returned - e.taken)} is put right.`,
  HandsCalledDead: () => 'All hands are dead: wagers that were not decided come back.',
  RoundVoided: () => 'The round is void: wagers that were not decided come back.',
  CardsCollected: () => 'The cards are picked up.',
  TenFound: () => 'A 10 comes out of the shoe.',
  FaceUpFound: e => `The ${cardName(e.card)} lies face up in the shoe.`,
  CardDrawnInError: e => (e.exposed ? `A card was drawn in error: the ${cardName(e.card)}.` : 'A card was drawn in error.'),
  CardRefused: (e, who) => `${who(e.person)} ${who.is(e.person, 'refuse', 'refuses')} the card.`,
  HandDead: (e, who, titles, box) => `${box(e.box)}${hand(e)} is dead; its wagers go back.`,
  ReaderFailed: () => 'The card reader has failed.',
  ReaderRepaired: () => 'The card reader works again.',
  ShufflerJammed: () => 'The shuffling device has jammed.',
  ShoeEmptied: () => 'The shoe is empty: the discards are shuffled.',
}

function outcome(e, who) {
  if (e.paid) return `${who(e.person)} ${who.is(e.person, 'win', 'wins')} ${money(e.paid)}.`
  if (e.collected) return `${who(e.person)} ${who.is(e.person, 'lose', 'loses')} ${money(e.collected)}.`
  return `${who(e.person)} ${who.is(e.person, 'keep', 'keeps')} ${money(e.returned)}.`
}

/** Steps that say nothing to a player: they are neither written nor announced. */
export const SILENT = new Set([
  'MeterMoved', 'HandRemoved', 'InsuranceClosed', 'CoverCardPlaced', 'CardBurned', 'CashConfirmed', 'DealersCardAnnounced', 'LightChecked',
  'InventorySlipWritten', 'InventoryCounted', 'TimeTold', 'TableSetUp', 'EquipmentChecked', 'ReaderInspected', 'DecksReceived', 'DecksInspected',
  'InspectionVerified', 'TensRemoved', 'TensVerified', 'CardsSpread', 'CardsWashed', 'LogContinued', 'GamingDayBegun',
])
