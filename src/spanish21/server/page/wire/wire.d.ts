// Written by docs/generate.py from the server's structs and routes; it cannot disagree with them.

declare namespace Wire {
  /** An account of the ledger. */
  interface Account {
    account: string
    amount: number
  }
  /** The worth of each decision. */
  interface Advised {
    chances?: HandChances | null
    options: AdvisedOption[]
    spot?: Spot | null
    text: string
  }
  /** A decision to send, its worth and its cost, in cents; `why` names the reason why another one is better. */
  interface AdvisedOption {
    command: Record<string, any> | null
    cost: number | null
    text: string
    value: number | null
    why: string
  }
  /** The text that the second person has read: only that is approved. */
  interface Agreed {
    words: string
  }
  /** All of these, each once, in any order. */
  interface AllOf {
    type: 'AllOf'
    values: string[]
  }
  /** A whole number from `least` to `most` that is a multiple of `step`. */
  interface Amounts {
    type: 'Amounts'
    least: number
    most: number
    step: number
  }
  interface Announce {
    type: 'Announce'
  }
  interface AnnounceDealersCard {
    type: 'AnnounceDealersCard'
  }
  interface AnswerLateCard {
    type: 'AnswerLateCard'
    takes: boolean
  }
  /** The trainee's answer, typed or chosen. */
  interface Answered {
    answer: string
  }
  /** A request was carried out; `word` goes with the link that it made, if it made one. */
  interface Approved {
    state: string
    word: string
  }
  interface AskBurnCard {
    type: 'AskBurnCard'
  }
  /** A count by its tags; an unbalanced one starts so that its true count stays even. */
  interface AskedCount {
    book?: string
    submission?: string
    table?: string
    tags: Record<string, number>
    penetration?: number
    second?: boolean
  }
  /** A side wager, and the numbers that its lines, stops and meter may have: `{"suited": "5..12"}`. */
  interface AskedDesign {
    wager: string
    vary: Record<string, string>
    targets: Record<string, string>
    is_ordered?: boolean
    book?: string
    submission?: string
    table?: string
  }
  /** Two tables to compare. */
  interface AskedDifferences {
    against: StudySubject
    book?: string
    submission?: string
    table?: string
  }
  /** Hands for a drill of some kinds; of all kinds when none is named. */
  interface AskedDrill {
    kinds?: string[]
    hands?: number
    seed?: number
    book?: string
    submission?: string
    table?: string
  }
  /** A round with a hand of some kind, as an example. */
  interface AskedExample {
    kind?: string
    seed?: number
    book?: string
    submission?: string
    table?: string
  }
  /** Settings and their values as people write them: `{"decks": "5,6,8"}`; a target is a range of edges. */
  interface AskedGrid {
    vary: Record<string, string>
    target?: string
    book?: string
    submission?: string
    table?: string
  }
  /** Cards as they are laid: "7s 7d". */
  interface AskedHand {
    hand: string
    up: string
    seen?: string
    doubled?: number
    split?: boolean
    book?: string
    submission?: string
    table?: string
  }
  /** Wagers by a count, for a bankroll in cents or pence. */
  interface AskedRamp {
    book?: string
    submission?: string
    table?: string
    tags: Record<string, number>
    penetration?: number
    second?: boolean
    bankroll: number
    spread?: number
    kelly?: number
    enter_at?: number | null
  }
  /** The same for numbers of decks and penetrations. */
  interface AskedRamps {
    book?: string
    submission?: string
    table?: string
    tags: Record<string, number>
    penetration?: number
    second?: boolean
    bankroll: number
    spread?: number
    kelly?: number
    enter_at?: number | null
    decks: number[]
    penetrations: number[]
  }
  /** A round by its id. */
  interface AskedRound {
    round: string
  }
  /** A run of that many rounds. */
  interface AskedRun {
    rounds?: number
    book?: string
    submission?: string
    table?: string
  }
  /** A request to a second person: its id, its text, and when it expires. */
  interface AskedSecond {
    approval: string
    expires: number
    words: string
  }
  /** A session of that many rounds. */
  interface AskedSession {
    rounds?: number
    book?: string
    submission?: string
    table?: string
  }
  /** The result of an audit. `unread` names tables with shoes still closed, and the first event that could not be
   * read without their keys; from there on the chain alone was checked. `uncovered` names logs with events that no
   * signed tree has yet, and the first of them; `unknown` lists what this audit cannot check. `discarded` counts
   * draws that the house threw away because a player's seed was missing. */
  interface AuditReport {
    ok: boolean
    findings: Finding[]
    tables: number
    events: number
    unread: Record<string, number>
    uncovered: Record<string, number>
    unknown: string
    discarded: number
    unwitnessed: Record<string, number>
  }
  /** A result in wagers, and its chance. */
  interface Bar {
    chance: number
    result: number
  }
  interface BatchPlaced {
    type: 'BatchPlaced'
    cards: null
  }
  interface BatchShuffled {
    type: 'BatchShuffled'
    cards: null
  }
  interface BatchTaken {
    type: 'BatchTaken'
  }
  interface BatchWithdrawn {
    type: 'BatchWithdrawn'
  }
  interface BeginGamingDay {
    type: 'BeginGamingDay'
  }
  /** The best tags of a level; `side_counts` has the correlation with one more card counted apart. */
  interface BestTags {
    balanced: boolean
    betting_correlation: number
    correlations: Record<string, number | null>
    level: number
    side_counts: Record<string, number>
    start_per_deck: number | null
    tags: Record<string, number>
  }
  interface BlackjackAnnounced {
    type: 'BlackjackAnnounced'
    box: number
    paid_now: boolean
    turned_sideways: boolean
  }
  /** `blackjack_paid`: when a player's Blackjack is paid. */
  type BlackjackPaid =
    | 0
    | 1
    | 2
  /** `dealer_blackjack_takes`: how much of the money on a box a dealer's Blackjack takes. */
  type BlackjackTakes =
    | 0
    | 1
    | 2
    | 3
    | 4
  interface BonusPaid {
    type: 'BonusPaid'
    box: number
    person: string
    kind: string
    paid: number
    why: string
  }
  /** A bonus: how often it is paid for each round, and its gain over even money. */
  interface BonusShare {
    contribution: number
    name: string
    probability: number
  }
  /** A book with its sample's settings, its side wagers and its clauses. */
  interface Book {
    book: string
    cards: string[]
    clauses: ClauseText[]
    currency: string
    edition: string
    inscriptions: string[]
    settings: Record<string, any>
    side_wagers: SideWager[]
    signs: string[]
    title: string
  }
  /** A book. */
  interface BookName {
    book: string
    edition: string
    title: string
  }
  interface BoxSkipped {
    type: 'BoxSkipped'
    box: number
  }
  /** A box with a wager: who calls its decisions, the stakes on it, its hands, and what has been settled. */
  interface BoxView {
    number: number
    caller: string
    stakes: StakeView[]
    hands: HandView[]
    settled: SettledView[]
  }
  interface BurnCard {
    type: 'BurnCard'
  }
  interface BurnCardDisclosed {
    type: 'BurnCardDisclosed'
    person: string
    card: string
  }
  interface BuyChips {
    type: 'BuyChips'
    amount: number
  }
  interface CardAsked {
    type: 'CardAsked'
    box: number
    hand: number
    person: string
  }
  interface CardBurned {
    type: 'CardBurned'
    card: string
  }
  interface CardDealt {
    type: 'CardDealt'
    box: number
    hand: number
    face_down: boolean
    announced: number
    card: string
  }
  interface CardDiscarded {
    type: 'CardDiscarded'
    why: IrregularityName
    card: string
  }
  interface CardDrawnInError {
    type: 'CardDrawnInError'
    exposed: boolean
    card: string
  }
  interface CardRefused {
    type: 'CardRefused'
    box: number
    hand: number
    person: string
  }
  interface CardsCollected {
    type: 'CardsCollected'
    barred: string[]
    hands: null
    digest: null
  }
  /** From `least` to `most` cards, none more often than it is left. */
  interface CardsFrom {
    type: 'CardsFrom'
    cards: number[]
    least: number
    most: number
  }
  interface CardsSpread {
    type: 'CardsSpread'
    face_up: boolean
  }
  interface CardsWashed {
    type: 'CardsWashed'
    exposed: boolean
  }
  interface CashConfirmed {
    type: 'CashConfirmed'
    person: string
    box: number
    by: string
    converted: number | null
  }
  interface CashOffered {
    type: 'CashOffered'
    person: string
    box: number
    kind: string
    amount: number | null
  }
  /** A cell of a chart: its text, the worth of each option, and the cell's frequency. */
  interface Cell {
    often: number
    text: string
    values: Record<string, number>
  }
  interface ChangeDecks {
    type: 'ChangeDecks'
  }
  /** The score in one chapter of the book, for one topic. */
  interface ChapterMark {
    chapter: string
    topic: string
    right: number
    asked: number
  }
  /** A row of a chart. */
  interface ChartRow {
    cells: Cell[]
    label: string
  }
  /** One table of a chart. */
  interface ChartTable {
    rows: ChartRow[]
    screen: string
    title: string
  }
  /** After how many minutes of play to show how it goes; null means never. */
  interface Check {
    minutes?: number | null
  }
  interface CheckEquipment {
    type: 'CheckEquipment'
    items: string[]
  }
  interface CheckLight {
    type: 'CheckLight'
    box: number
    person: string
    kind: string
  }
  /** A submission as text and as tables, with all its errors. */
  interface Checked {
    approvals_missing?: string[]
    differs?: string[]
    document: Record<string, any> | null
    fits: boolean
    inscriptions?: string[]
    problems: Problem[]
    text: string
    warnings?: string[]
  }
  /** Chips into a purse, or (below 0) out of it, and why. */
  interface Chips {
    amount: number
    reason?: string
  }
  interface ChipsBought {
    type: 'ChipsBought'
    person: string
    amount: number | null
  }
  /** The choices that a book leaves to its operator, with its sample submission. */
  interface Choices {
    approvals: OfficeApproval[]
    book: string
    choices: OpenChoice[]
    currency: string
    meters: LeastOfMeter[]
    offers: SideOffer[]
    rulings: RulingChoice[]
    sample: Record<string, any>
    side_choices: OpenChoice[]
    title: string
    wheels: WheelChoice[]
  }
  /** The text of a clause. */
  interface ClauseText {
    clause: string
    says: string
  }
  interface CloseInsurance {
    type: 'CloseInsurance'
  }
  interface CloseWagers {
    type: 'CloseWagers'
  }
  /** Whether a table is closed, or still ends its round. */
  interface Closed {
    closed: boolean
  }
  interface CollectCards {
    type: 'CollectCards'
  }
  /** A person's commands. */
  type Command =
    | Join
    | Leave
    | BuyChips
    | CheckEquipment
    | InspectReader
    | BeginGamingDay
    | TellTime
    | ReceiveDecks
    | InspectDecks
    | ReplaceDeck
    | VerifyInspection
    | RemoveTens
    | VerifyTens
    | SpreadCards
    | RequestFaceUp
    | WashCards
    | ReportIdle
    | ChangeDecks
    | Shuffle
    | TakeBatch
    | OfferCut
    | Cut
    | RefuseCut
    | OrderRecut
    | PlaceCoverCard
    | LoadShoe
    | BurnCard
    | AskBurnCard
    | RelieveDealer
    | OrderReshuffle
    | CountInventory
    | Fill
    | Credit
    | ConfirmSlip
    | PlaceWager
    | ConfirmCash
    | WithdrawWager
    | Consent
    | PermitWagering
    | CloseWagers
    | HandleCards
    | Deal
    | SettleMatch
    | Insure
    | DeclineInsurance
    | CloseInsurance
    | InsertHoleCard
    | Announce
    | Stand
    | Draw
    | Double
    | Split
    | Surrender
    | Rescue
    | FollowDouble
    | FollowSplit
    | TurnHoleCard
    | AnnounceDealersCard
    | DrawHotSpot
    | Spin
    | SpinCommunity
    | CheckLight
    | ValidatePayout
    | Settle
    | CollectCards
    | FindFaceUp
    | RemoveTen
    | DrawInError
    | RefuseCard
    | OverdrawDealer
    | SkipDealer
    | SkipBox
    | MissRequest
    | AnswerLateCard
    | ReportInsertion
    | ReportReaderFailure
    | RepairReader
    | ReportShufflerJam
    | ReportShufflerFailure
    | PutShufflerAside
    | ReportCoverCard
    | ReportShoeEmpty
  /** The author of some events: person, role, reason and second person. */
  interface CommandAsked {
    at: number
    by: string
    command: string
    first: number
    last: number
    reason: string
    role: string
    second: string
  }
  interface CommunityWheelSpun {
    type: 'CommunityWheelSpun'
    wager: number
    stop: number
  }
  interface ConfirmCash {
    type: 'ConfirmCash'
    person: string
    box: number
  }
  interface ConfirmSlip {
    type: 'ConfirmSlip'
  }
  interface Consent {
    type: 'Consent'
    person: string
  }
  interface ConsentGiven {
    type: 'ConsentGiven'
    by: string
    person: string
  }
  /** Chips into a purse, or (below 0) out of it, to correct a mistake. */
  interface Correction {
    person: string
    amount: number
    reason?: string
  }
  /** A checkpoint of this house with the cosignature of a witness. */
  interface Cosigned {
    text: string
  }
  /** A count, judged. */
  interface CountFound {
    betting_correlation: number
    by_true_count: CountRow[]
    correlations: Record<string, number | null>
    even_from: number | null
    expected_value: number
    insurance_correlation: number | null
    is_balanced: boolean
    penetration: number
    playing_efficiency: number
    start_per_deck: number | null
    tags: Record<string, number>
  }
  interface CountInventory {
    type: 'CountInventory'
    amount: number
  }
  /** A true count: how often a round begins with it, and what the round is then worth. */
  interface CountRow {
    expected_value: number
    frequency: number
    standard_deviation: number
    true_count: number
  }
  /** The best counts of a table. */
  interface CountsFound {
    counts: BestTags[]
  }
  /** `coupon_counts`: whether a coupon makes the wager larger in every respect. */
  type CouponCounts =
    | 0
    | 1
  interface CoverCardPlaced {
    type: 'CoverCardPlaced'
    behind: number
  }
  interface CoverCardReached {
    type: 'CoverCardReached'
    box: number
  }
  interface Credit {
    type: 'Credit'
    amount: number
  }
  interface Cut {
    type: 'Cut'
    at: number
  }
  interface CutOffered {
    type: 'CutOffered'
    order: string[]
  }
  /** `cut_order`: with whom the offers of the cut begin. */
  type CutOrder =
    | 0
    | 1
  interface CutRefused {
    type: 'CutRefused'
    person: string
  }
  interface Deal {
    type: 'Deal'
    cards?: number[]
    count?: number
  }
  interface DealerDone {
    type: 'DealerDone'
    announced: number
  }
  interface DealerRelieved {
    type: 'DealerRelieved'
  }
  interface DealerSkipped {
    type: 'DealerSkipped'
  }
  /** `dealer_total_announced`: with which cards the dealer says the total of the dealer's hand. */
  type DealerTotalAnnounced =
    | 0
    | 1
  interface DealersCardAnnounced {
    type: 'DealersCardAnnounced'
  }
  /** `dealing_hands`: which hand of the dealer draws a card. */
  type DealingHands =
    | 0
    | 1
    | 2
  interface DeckReplaced {
    type: 'DeckReplaced'
    deck: number
  }
  interface DecksInspected {
    type: 'DecksInspected'
    defective: number
  }
  interface DecksReceived {
    type: 'DecksReceived'
    preinspected: boolean
    preshuffled: boolean
    cards: null
  }
  interface DecksRemoved {
    type: 'DecksRemoved'
  }
  interface DeclineInsurance {
    type: 'DeclineInsurance'
    box: number
  }
  /** The choices that meet the targets, the nearest first, as many as are shown; `found` counts all. */
  interface DesignFound {
    candidates: number
    found: number
    now: WagerSolution
    solutions: WagerSolution[]
    wager: string
  }
  /** One difference between two tables, and its worth alone. */
  interface Difference {
    basis_points: number
    change: string
    changes: Record<string, any>
    clauses: string[]
    expected_value: number
    here: string
    kind: string
    setting: string
    there: string
  }
  /** Two tables side by side. */
  interface Differences {
    differences: Difference[]
    tables: EdgeFigures[]
  }
  /** The six digits of a request, to be read aloud. */
  interface Digits {
    digits: string
    words: string
  }
  interface Double {
    type: 'Double'
    amount: number
  }
  interface DoubleFollowed {
    type: 'DoubleFollowed'
    box: number
    hand: number
    person: string
    amount: number
  }
  interface DoubleKept {
    type: 'DoubleKept'
    box: number
    hand: number
    person: string
    asked: string[]
  }
  interface DoubleMade {
    type: 'DoubleMade'
    box: number
    hand: number
    person: string
    amount: number
    asked: string[]
  }
  /** `double_on`: which totals may be doubled; where an ace then counts 1, it counts 1 here, too. */
  type DoubleOn =
    | 0
    | 1
  interface DoubleRescued {
    type: 'DoubleRescued'
    box: number
    hand: number
    person: string
    returned: number
  }
  /** A submission as TOML text, or as the tables of one. */
  interface Draft {
    text?: string
    document?: Record<string, any> | null
  }
  interface Draw {
    type: 'Draw'
  }
  interface DrawHotSpot {
    type: 'DrawHotSpot'
    box: number
  }
  interface DrawInError {
    type: 'DrawInError'
    exposed: boolean
    card?: number
  }
  /** Hands of a drill. */
  interface Drill {
    currency: string
    hands: DrillHand[]
    kinds: KindOfHand[]
  }
  /** A hand of a drill, of a requested kind. */
  interface DrillHand {
    dealer: string[]
    dealer_total: number
    hands: HandView[]
    kind: string
    options: Priced[]
    spot: Spot | null
    turn: number
    wager: number
  }
  /** The next step of the house, its clauses and its command. */
  interface Due {
    clauses: string[]
    command: { type: string } & Record<string, any>
    says: string
    to: string
  }
  /** The person on duty and their next step. */
  interface DueShort {
    says: string
    to: string
  }
  /** Which duty to take up. */
  interface Duty {
    role: string
  }
  /** A duty at a table. */
  interface DutyAt {
    role: string
    table: string
  }
  /** The figures of a table under its best strategy, in wagers. */
  interface EdgeFigures {
    average_wager: number
    bonuses: BonusShare[]
    book: string
    by_split: SplitShare[]
    by_up_card: UpCard[]
    decks: number
    distribution: ResultOfRound[]
    distribution_error: number
    element_of_risk: number
    expected_value: number
    hit_frequency: number
    house_edge: number
    insurance: InsuranceByHand
    return_to_player: number
    split_policy: string
    standard_deviation: number
    standard_deviation_error: number
    title: string
  }
  interface EquipmentChecked {
    type: 'EquipmentChecked'
    items: string[]
  }
  /** An event as a person sees it. */
  type Event =
    | LogContinued
    | SeedPromised
    | SeedsListed
    | SeedsOpened
    | TableSetUp
    | InventorySlipWritten
    | InventoryCounted
    | FillAsked
    | InventoryFilled
    | InventoryCredited
    | PersonJoined
    | PersonLeft
    | ChipsBought
    | EquipmentChecked
    | ReaderInspected
    | GamingDayBegun
    | TimeTold
    | DecksReceived
    | DecksInspected
    | DeckReplaced
    | InspectionVerified
    | TensRemoved
    | TensVerified
    | CardsSpread
    | CardsWashed
    | TableIdle
    | DecksRemoved
    | ShoeShuffled
    | BatchPlaced
    | BatchShuffled
    | BatchTaken
    | BatchWithdrawn
    | CutOffered
    | CutRefused
    | StackCut
    | RecutOrdered
    | CoverCardPlaced
    | ShoeLoaded
    | CardBurned
    | BurnCardDisclosed
    | DealerRelieved
    | ReshuffleOrdered
    | CoverCardReached
    | WagerPlaced
    | CashOffered
    | CashConfirmed
    | WagerWithdrawn
    | ConsentGiven
    | WageringPermitted
    | WagersClosed
    | MeterMoved
    | CardDealt
    | InsurancePlaced
    | InsuranceDeclined
    | InsuranceClosed
    | ReaderAnswered
    | BlackjackAnnounced
    | PointsAnnounced
    | HandStood
    | CardAsked
    | DoubleMade
    | DoubleFollowed
    | DoubleKept
    | PairSplit
    | SplitFollowed
    | HandSurrendered
    | DoubleRescued
    | HoleCardTurned
    | DealersCardAnnounced
    | DealerDone
    | HotSpotDrawn
    | WheelSpun
    | CommunityWheelSpun
    | LightChecked
    | PayoutValidated
    | WagerSettled
    | BonusPaid
    | HandRemoved
    | CardsCollected
    | FaceUpFound
    | TenFound
    | TenTakenOut
    | SettlementUndone
    | HandsCalledDead
    | RoundVoided
    | CardDrawnInError
    | CardRefused
    | CardDiscarded
    | DealerSkipped
    | BoxSkipped
    | RequestMissed
    | LateCardAnswered
    | HandDead
    | InsertionReported
    | ReaderFailed
    | ReaderRepaired
    | ShufflerJammed
    | ShufflerFailed
    | ShufflerPutAside
    | ShoeEmptied
  /** A round, step by step. */
  interface Example {
    currency: string
    kind: string
    steps: ExampleStep[]
  }
  /** A step of an example: an event in words, or a decision with its options. */
  interface ExampleStep {
    clauses: string[]
    dealer: string[]
    dealer_total: number
    hands: HandView[]
    options: Priced[]
    text: string
    turn: number
    wager: number
  }
  /** For how many days to be excluded from play. */
  interface Exclusion {
    days: number
  }
  interface FaceUpFound {
    type: 'FaceUpFound'
    card: string
  }
  /** The secret of an authenticator: as a text, and as an address. */
  interface FactorBegun {
    address: string
    secret: string
  }
  /** A skill whose last answer was wrong, and the clauses to read. */
  interface Failed {
    skill: string
    explains: string
    clauses: string[]
    house: string
  }
  /** The data of a felt's drawing. */
  interface Felt {
    book: string
    boxes: number
    chips: number[]
    currency: string
    decks: number
    layout: Layout
    maximum: number
    minimum: number
    title: string
  }
  /** The figures of a table, with its currency and limits. */
  interface Figures {
    average_wager: number
    bonuses: BonusShare[]
    book: string
    by_split: SplitShare[]
    by_up_card: UpCard[]
    currency: string
    decks: number
    distribution: ResultOfRound[]
    distribution_error: number
    element_of_risk: number
    expected_value: number
    hit_frequency: number
    house_edge: number
    insurance: InsuranceByHand
    maximum: number
    minimum: number
    return_to_player: number
    split_policy: string
    standard_deviation: number
    standard_deviation_error: number
    title: string
  }
  interface Fill {
    type: 'Fill'
    amount: number
  }
  interface FillAsked {
    type: 'FillAsked'
    amount: number | null
  }
  interface FindFaceUp {
    type: 'FindFaceUp'
    card?: number
  }
  /** A difference from the log: the table, the event before it, and a description. */
  interface Finding {
    table: string
    seq: number
    what: string
  }
  /** A table as the floor sees it. */
  interface FloorTable {
    book: string
    boxes: number
    cards_left: number
    currency: string
    drop_box: number | null
    due: DueShort | null
    floor: string
    halted: boolean
    house: string
    id: string
    inventory: number | null
    meters: Meter[]
    name: string
    on_duty: OnDuty[]
    people: number
    phase: string
    real_shoe: boolean
    round: number
    stopped: string
  }
  interface FollowDouble {
    type: 'FollowDouble'
    amount: number
  }
  interface FollowSplit {
    type: 'FollowSplit'
    covers: boolean
    hand?: number
  }
  interface GamingDayBegun {
    type: 'GamingDayBegun'
  }
  /** Why something is done. */
  interface GivenReason {
    reason?: string
  }
  /** Every combination, from the lowest edge on; `solutions` are those that meet the target, the nearest first. */
  interface GridFound {
    combinations: number
    left_out: LeftOut[]
    names: string[]
    priced: number
    rows: GridRow[]
    solutions: GridRow[]
    target: number[] | null
  }
  /** A ruleset: its values by setting, its edge, and what the player gains over the table as it is. */
  interface GridRow {
    basis_points?: number
    house_edge: number
    inside_book: boolean
    values: Record<string, string>
  }
  /** A hand's odds: how likely one more card busts it, and how likely the dealer busts. */
  interface HandChances {
    busts: number
    dealer_busts: number
    total: number
  }
  interface HandDead {
    type: 'HandDead'
    box: number
    hand: number
    why: IrregularityName
  }
  interface HandRemoved {
    type: 'HandRemoved'
    box: number
    hand: number
  }
  /** How far a hand has got. */
  type HandState =
    | 'dealt'
    | 'open'
    | 'drawing'
    | 'doubling'
    | 'doubled'
    | 'waiting'
    | 'owed'
    | 'stood'
    | 'busted'
    | 'blackjack'
    | 'surrendered'
    | 'rescued'
    | 'dead'
    | 'removed'
  interface HandStood {
    type: 'HandStood'
    box: number
    hand: number
    person: string
  }
  interface HandSurrendered {
    type: 'HandSurrendered'
    box: number
    hand: number
    person: string
  }
  /** A hand; `wagers` and `doubles` run parallel to the stakes of its box, `sideways` is its orientation, and
   * `across` how many of its last cards are sideways because a double brought them. */
  interface HandView {
    cards: string[]
    total: number
    soft: boolean
    state: HandState
    wagers: number[]
    doubles: number[]
    sideways: boolean
    across: number
  }
  interface HandleCards {
    type: 'HandleCards'
  }
  interface HandsCalledDead {
    type: 'HandsCalledDead'
    why: IrregularityName
  }
  /** A hint. */
  interface Hint {
    hint: string
  }
  interface HoleCardTurned {
    type: 'HoleCardTurned'
    card: string
    announced: number
  }
  interface HotSpotDrawn {
    type: 'HotSpotDrawn'
    box: number
  }
  /** The tree of an incarnation: the public key that signs now, the checkpoints in which earlier keys announced it,
   * how many logs had a history that no one had signed, what it began with, its newest checkpoint, and the newest
   * that a witness has cosigned. */
  interface HouseTree {
    began: number
    checkpoint: string
    cosigned: string
    handovers: string[]
    incarnation: number
    key: string
    origin: string
    size: number
    statement: string
    unwitnessed: number
  }
  /** `idle_spread`: how the cards are spread on a table without players. */
  type IdleSpread =
    | 0
    | 1
  /** A decision that changes with the true count, and what that adds to a round. */
  interface IndexRow {
    action: string
    at_least: number | null
    at_most: number | null
    chart: string
    crossing: number
    doubles: number
    gain: number
    hand: string
    often: number
    up: string
  }
  /** The indices of a count, those that are worth most first. */
  interface IndicesFound {
    gain: number
    indices: IndexRow[]
    penetration: number
  }
  interface InsertHoleCard {
    type: 'InsertHoleCard'
    answer?: boolean | null
  }
  interface InsertionReported {
    type: 'InsertionReported'
    shows_value: boolean
  }
  interface InspectDecks {
    type: 'InspectDecks'
    defective?: number
  }
  interface InspectReader {
    type: 'InspectReader'
  }
  interface InspectionVerified {
    type: 'InspectionVerified'
  }
  /** The gain of insurance; without aces it is not offered. */
  interface InsuranceByHand {
    expected_value?: number
    hands: InsuranceHand[]
  }
  interface InsuranceClosed {
    type: 'InsuranceClosed'
  }
  interface InsuranceDeclined {
    type: 'InsuranceDeclined'
    person: string
    box: number
  }
  /** Two cards against an ace: how likely they and the Blackjack are, and the gain of a unit insured. */
  interface InsuranceHand {
    blackjack: number
    cards: string[]
    expected_value: number
    probability: number
  }
  interface InsurancePlaced {
    type: 'InsurancePlaced'
    person: string
    box: number
    amount: number
  }
  interface Insure {
    type: 'Insure'
    box: number
    amount: number
  }
  interface InventoryCounted {
    type: 'InventoryCounted'
    kind: SlipKind
    amount: number | null
    difference: number | null
  }
  interface InventoryCredited {
    type: 'InventoryCredited'
    amount: number | null
  }
  interface InventoryFilled {
    type: 'InventoryFilled'
    amount: number | null
  }
  interface InventorySlipWritten {
    type: 'InventorySlipWritten'
    kind: SlipKind
    amount: number | null
    difference: number | null
  }
  /** The role that the link gives. */
  interface Invitation {
    role: string
  }
  /** A link that opens an account with a role, once. */
  interface InvitationLink {
    expires: number
    role: string
    token: string
  }
  /** A name and a password, chosen with a one-time link. */
  interface Invited {
    name: string
    password: string
    token: string
    word?: string
  }
  /** The irregularity because of which a round is void, a hand dead or a card not used. */
  type IrregularityName =
    | 'second_face_up_card'
    | 'second_ten'
    | 'hole_card_seen'
    | 'no_cards_dealt'
    | 'one_card_dealt'
    | 'card_not_dealt'
    | 'dealer_stands'
    | 'no_hand_can_use_it'
  interface Join {
    type: 'Join'
    chips: number
    seat?: number
  }
  /** The right answer, and its clauses. */
  interface Judged {
    answer: string
    asks: string
    clauses: string[]
    explains: string
    floor: string
    is_right: boolean
  }
  /** A decision at an event: its cost against the best, in cents, and every choice. */
  interface JudgedDecision {
    best: string
    box: number
    command: string
    cost: number
    hand: number
    options: Priced[]
    seq: number
  }
  /** A finished round, as the coach sees it: its decisions, and their total cost in cents. */
  interface JudgedRound {
    cost: number
    decisions: JudgedDecision[]
  }
  /** A kind of hands that drills are about. */
  interface KindOfHand {
    kind: string
    title: string
  }
  /** Cards with their total. */
  interface LaidHand {
    cards: string[]
    soft: boolean
    total: number
  }
  /** A hand that was laid out, with the value of every decision. */
  interface LaidOut {
    dealer: string[]
    hand: LaidHand
    insurance: PricedHand[]
    options: PricedHand[]
    unseen: number
    wager: number
  }
  interface LateCardAnswered {
    type: 'LateCardAnswered'
    box: number
    hand: number
    takes: boolean
  }
  /** The print on a table's felt; `stands` is the sign about the totals on which the dealer stands. */
  interface Layout {
    from_right: boolean
    has_device: boolean
    has_reader: boolean
    inscriptions: string[]
    meters: MeterName[]
    signs: string[]
    stands: string
    wagers: SideWager[]
    wheels: Wheel[]
  }
  /** A meter and the least that each of its paytables asks for. */
  interface LeastOfMeter {
    clauses: string[]
    leasts: Record<string, number>
    name: string
    wager: string
  }
  interface Leave {
    type: 'Leave'
  }
  /** A move of an account: chips in, or with a minus chips out. */
  interface LedgerMove {
    amount: number
    at: number | null
    log: string
    other: string
    seq: number
    why: string
  }
  /** Why some combinations have no price. */
  interface LeftOut {
    rulesets: number
    why: string
  }
  /** The judgement of an answer, null in an exam, and the next question. */
  interface LessonAnswered {
    is_exam: boolean
    is_over: boolean
    is_passed: boolean
    learned: Record<string, Skill>
    mark: Judged | null
    number: number
    of: number
    question: QuestionShown | null
    score: ScoreShown
    told: string[]
    view: View
  }
  /** A lesson with its felt. */
  interface LessonShown {
    is_exam: boolean
    is_over: boolean
    is_passed: boolean
    learned: Record<string, Skill>
    lesson: string
    number: number
    of: number
    question: QuestionShown | null
    score: ScoreShown
    sheet: NamedFelt
    told: string[]
    view: View
  }
  /** A lesson: the table, the events, the question, the score and what was learned by skill. */
  interface LessonState {
    is_exam: boolean
    is_over: boolean
    is_passed: boolean
    learned: Record<string, Skill>
    number: number
    of: number
    question: QuestionShown | null
    score: ScoreShown
    told: string[]
    view: View
  }
  /** A letter of a chart, and the option for which it is written. */
  interface Letter {
    letter: string
    option: string
  }
  interface LightChecked {
    type: 'LightChecked'
    box: number
    person: string
    kind: string
  }
  /** A person's limits: loss in cents, play in minutes. */
  interface Limits {
    check: number | null
    loss: number | null
    minutes: number | null
  }
  /** When each limit begins to hold, and the limits that hold now. */
  interface LimitsSet {
    limits: Limits
    since: Record<string, number>
  }
  /** A table as the lobby lists it: `seats` are the taken boxes, `sides` the side wagers by their short titles,
   * `round` the number of the last round; `edge` is null until it has been worked out. */
  interface Listed {
    book: string
    boxes: number
    currency: string
    decide_seconds: number
    decks: number
    edge: number | null
    house: string
    id: string
    maximum: number
    meters: Meter[]
    minimum: number
    name: string
    phase: string
    play_chips: boolean
    round: number
    seats: number[]
    sides: string[]
    taken: number
    title: string
  }
  interface LoadShoe {
    type: 'LoadShoe'
  }
  interface LogContinued {
    type: 'LogContinued'
    version: number
  }
  /** The last event of a log, its chain, and the chain before the first. */
  interface LogHead {
    before: string
    chain: string
    seq: number
  }
  /** A name and a password. */
  interface LogIn {
    name: string
    password: string
  }
  /** A table with a log, closed ones too. */
  interface LogName {
    book: string
    created: number
    id: string
    name: string
    number: number
    opened_by: string
    seq: number
    state: string
  }
  /** A row of a log, with all that its chain is made of, in hex digits; `body` is null while sealed. */
  interface LogRow {
    at: number
    body: string | null
    chain: string
    leaf: string
    note: string
    salt: string
    seq: number
    shoe: number
  }
  /** A command that would be accepted, with every value that each of its fields may take; all but `by`. */
  interface May {
    command: string
    fields: Record<string, OneOf | Amounts | ShuffleOf | CardsFrom | AllOf>
  }
  /** The caller; `excluded_until` is in ms since 1970. */
  interface Me {
    duties: DutyAt[]
    excluded_until: number
    has_factor: boolean
    is_guest: boolean
    is_house_of_two: boolean
    limits: Limits
    name: string
    person: string
    purse: number
    roles: string[]
    seats: SeatAt[]
    withheld: string[]
  }
  /** A progressive meter. */
  interface Meter {
    amount: number
    name: string
    title: string
  }
  interface MeterMoved {
    type: 'MeterMoved'
    meter: string
    amount: number
    remainder: null
  }
  /** A meter and its title. */
  interface MeterName {
    name: string
    title: string
  }
  /** A progressive meter: the amounts it starts and restarts with, and its part of each wager. */
  interface MeterRules {
    initial: number
    reset: number
    rate: [number, number]
  }
  /** `meter_share`: how a meter's share is rounded to cents. */
  type MeterShare =
    | 0
    | 1
    | 2
  interface MissRequest {
    type: 'MissRequest'
  }
  /** Whether the house has tools for models, and one's token for them; times in ms since 1970, or 0. */
  interface ModelAsks {
    created: number
    expires: number
    is_made: boolean
    is_offered: boolean
    last_seen: number
  }
  /** A token for a model, and when it ends, in ms since 1970; earlier with the session it was made in. */
  interface ModelToken {
    expires: number
    token: string
  }
  /** The felt of a lesson or of a table. */
  interface NamedFelt {
    book: string
    boxes: number
    chips: number[]
    currency: string
    decks: number
    id: string
    layout: Layout
    maximum: number
    minimum: number
    name: string
    title: string
  }
  /** The commands that need a reason, and those that need a second person. */
  interface Needs {
    reason: string[]
    second: string[]
  }
  /** A lesson under a book; an exam has a set number of questions. `only` are the topics that a lesson asks about,
   * none for all; `known` says how often in a row each skill was right in lessons before. */
  interface NewLesson {
    book: string
    boxes?: number
    exam?: boolean
    opening?: boolean
    questions?: number
    only?: ('dealing' | 'insurance' | 'irregularities' | 'opening' | 'order' | 'payouts' | 'requests' | 'shuffling' | 'sides' | 'totals')[]
    known?: Record<string, number>
  }
  /** The current password, and the new one. */
  interface NewPassword {
    old: string
    new: string
  }
  /** A table of a book, or of a submission's text. */
  interface NewTable {
    book?: string
    submission?: string
    name?: string
    policy?: Policy
  }
  /** It is done, and there is nothing to say. */
  interface Nothing {
  }
  /** `odd_money`: how a payment that cannot be made in chips is rounded. */
  type OddMoney =
    | 0
    | 1
    | 2
  interface OfferCut {
    type: 'OfferCut'
  }
  /** An approval that an office gives. */
  interface OfficeApproval {
    clauses: string[]
    name: string
    says: string[]
  }
  /** A person on duty. */
  interface OnDuty {
    name: string
    person: string
    role: string
  }
  /** `one_hand_cards`: which cards the hand that draws may also place. */
  type OneHandCards =
    | 0
    | 1
    | 2
  /** One of these values. */
  interface OneOf {
    type: 'OneOf'
    values: any[]
  }
  /** A setting that a book leaves open, with its bounds. */
  interface OpenChoice {
    bounds: string
    clauses: string[]
    kind: 'count' | 'money' | 'part' | 'several' | 'word' | 'yes_or_no'
    least: number | null
    meaning: string
    most: number | null
    name: string
    usual: any
    values: any[] | null
  }
  /** The id of something new. */
  interface Opened {
    id: string
  }
  interface OrderRecut {
    type: 'OrderRecut'
  }
  interface OrderReshuffle {
    type: 'OrderReshuffle'
  }
  /** Another reading of a ruling, and its worth. */
  interface OtherReading {
    basis_points: number | null
    needs: string
    reading: string
    says: string
  }
  interface OverdrawDealer {
    type: 'OverdrawDealer'
    card?: number
  }
  /** The password of the account to erase; a guest has no password. */
  interface OwnEnd {
    password?: string
  }
  /** A hand that was played; `doubled` and `net` are money. */
  interface OwnHand {
    box: number
    cards: string[]
    decisions: string[]
    doubled: number
    from_split: boolean
    is_blackjack: boolean
    net: number
    result: string
    total: number
    wager: number
  }
  /** The limits of loss, in the smallest unit, and of play in 24 hours; null means no limit. */
  interface OwnLimits {
    loss?: number | null
    minutes?: number | null
  }
  /** A round as one of its players has it; `at` is in ms since 1970. */
  interface OwnRound {
    at: number
    currency: string
    dealer: string[]
    dealer_total: number
    hands: OwnHand[]
    id: string
    name: string
    net: number
    number: number
    sides: OwnSide[]
    sides_net: number
    table: string
    title: string
  }
  /** A page of them, newest first; `total` is how many fit the search, `counts` how many fit each. `nets` are their
   * results, oldest first. */
  interface OwnRounds {
    counts: Record<string, number>
    nets: number[]
    rounds: OwnRound[]
    sides_net: number
    total: number
  }
  /** One of the caller's sessions; times in ms since 1970. */
  interface OwnSession {
    created: number
    expires: number
    id: string
    is_this: boolean
    last_seen: number
  }
  /** A wager next to the hand, insurance or a bonus, and its result. */
  interface OwnSide {
    kind: string
    net: number
    title: string
  }
  /** A symbol with two amounts, and its payment to the other bettors. */
  interface Pair {
    symbol: string
    pays: number
  }
  interface PairSplit {
    type: 'PairSplit'
    box: number
    hand: number
    person: string
    amount: number
    asked: string[]
  }
  /** A progressive payout that waits for validation, with its visible evidence on the table. */
  interface Payout {
    table: string
    table_name: string
    round: number
    box: number
    person: string
    kind: string
    title: string
    amount: number
    currency: string
    meter: string
    meter_amount: number
    stop: string
    hand: string[][]
    dealer: string[]
    boxes: PayoutBox[]
  }
  /** The hands of a box, as they lie on the table. */
  interface PayoutBox {
    box: number
    hands: string[][]
  }
  /** `payout_limit_covers`: which payouts the limit adds up. */
  type PayoutLimitCovers =
    | 0
    | 1
  interface PayoutValidated {
    type: 'PayoutValidated'
    box: number
    person: string
    kind: string
  }
  /** `payouts_posted`: where players read the payouts and the payout limit. */
  type PayoutsPosted =
    | 0
    | 1
  interface PermitWagering {
    type: 'PermitWagering'
    person: string
  }
  interface PersonJoined {
    type: 'PersonJoined'
    person: string
    seat: number
    barred: boolean
    chips: number | null
  }
  interface PersonLeft {
    type: 'PersonLeft'
    person: string
    chips: number | null
  }
  /** An account as an administrator sees it. */
  interface PersonOfHouse {
    created: number
    excluded_until: number
    last_seen: number
    name: string
    person: string
    roles: string[]
  }
  /** A person at the table; `chips` is None for those who may not know. */
  interface PersonView {
    name: string
    seat: number
    chips: number | null
    barred: boolean
  }
  /** A step of the procedure, of the whole table. */
  type Phase =
    | 'closed'
    | 'spread'
    | 'stack'
    | 'batch'
    | 'cut'
    | 'cover'
    | 'load'
    | 'burn'
    | 'wagers'
    | 'deal'
    | 'match'
    | 'insurance'
    | 'reader'
    | 'play'
    | 'dealer'
    | 'settle'
    | 'collect'
  interface PlaceCoverCard {
    type: 'PlaceCoverCard'
    behind: number
  }
  interface PlaceWager {
    type: 'PlaceWager'
    box: number
    amount: number
    kind?: string
    instrument?: string
  }
  /** Money wagered, won and lost in a period; `open` is in unfinished rounds; `put_in` and `taken_out` are chips
   * that the house put into the purse and took out of it. */
  interface PlayStatement {
    lost: number
    net: number
    open: number
    put_in: number
    rounds: number
    rows: StatementRow[]
    since: number
    taken_out: number
    until: number
    wagered: number
    won: number
  }
  /** The house edge after this many rounds, and its standard error. */
  interface Point {
    rounds: number
    edge: number
    error: number
  }
  interface PointsAnnounced {
    type: 'PointsAnnounced'
    box: number
    hand: number
    total: number
  }
  /** The policy of one table; times in seconds. */
  interface Policy {
    house?: 'automatic' | 'person'
    floor?: 'automatic' | 'person'
    real_shoe?: boolean
    wager_seconds?: number
    ready_seconds?: number
    decide_seconds?: number
    bank_seconds?: number
    seat_seconds?: number
    play_chips?: boolean
  }
  /** Who deals at a table, and its times in seconds. */
  interface PolicyOfTable {
    bank_seconds: number
    decide_seconds: number
    floor: string
    house: string
    play_chips: boolean
    ready_seconds: number
    real_shoe: boolean
    seat_seconds: number
    wager_seconds: number
  }
  /** The worth of one change to the player, in basis points. */
  interface PriceRow {
    basis_points: number
    change: string
    changes: Record<string, any>
    clauses: string[]
    currency: string
    expected_value: number
    kind: string
    needs: string
    others: number
    payout_limit: number
    wager: number
  }
  /** A decision, its worth and its cost against the best, in cents. */
  interface Priced {
    amount: number
    command: string
    cost: number
    value: number
  }
  /** A decision on a hand: its value in wagers and in cents; null where it has no price. */
  interface PricedHand {
    amount: number
    command: string
    cost: number | null
    money: number | null
    note: string
    value: number | null
  }
  /** A submission that fits, with its prices; the figures are null where they cannot be found. */
  interface PricedSubmission {
    house_edge: number | null
    not_priced: string
    side_wagers: SidePrice[]
    standard_deviation: number | null
    warnings: string[]
  }
  /** The worth of each choice, ruling and rule. */
  interface Prices {
    prices: PriceRow[]
    rulings: RulingRow[]
  }
  /** An error of a submission; `line` is 0 where a part is missing from the file. */
  interface Problem {
    line: number
    place: string
    says: string
  }
  /** The state of the program's files. `first` is the digest that was logged first for this version. */
  interface Program {
    state: string
    version: string
    digest: string
    first: string
    changed: string[]
    at: number
  }
  /** The wheels of a round: the commitment to their seed, and when the round is over the seed. */
  interface PublicDraw {
    round: number
    commitment: string
    seed?: string
  }
  /** An event as published: in full with its salt, or its hashes alone. */
  interface PublicEvent {
    seq: number
    at: number
    shoe: number
    leaf: string
    chain: string
    note?: string
    salt?: string
    body?: string
  }
  /** The published events of a table, or of the time of one shoe. */
  interface PublicRecord {
    how: string[]
    table: string
    rules: PublicRules
    is_whole: boolean
    is_closed: boolean
    chain_before: string
    events: PublicEvent[]
    shoes: PublicShoe[]
    draws: PublicDraw[]
  }
  /** The releases that made the shoes and wheels. */
  interface PublicRules {
    decks: number
    boxes: number
    keeps_batches: boolean
    hot_spot_anywhere: boolean
    hot_spot_kind: string
    wheels: Record<string, WheelTable[]>
  }
  /** A shoe: its commitment, and when it is over its salt and its cards. */
  interface PublicShoe {
    number: number
    commitment: string
    first_seq: number
    last_seq?: number | null
    salt?: string
    cards?: string
  }
  /** The chips in a purse. */
  interface Purse {
    purse: number
  }
  interface PutShufflerAside {
    type: 'PutShufflerAside'
  }
  /** A question without its answer. */
  interface QuestionShown {
    asks: string
    kind: string
    options: string[]
    topic: string
  }
  /** A round's hands in the discard rack. */
  interface Rack {
    first: number
    hands: RackHand[]
    last: number
    round: number
  }
  /** A hand as the log says that it was dealt, and as the rack shows it; null where it was shuffled away. */
  interface RackHand {
    box: number
    dealt: string[]
    hand: number
    rack: string[] | null
  }
  /** `rack_height`: how the height of the discard rack shows that all cards are there. */
  type RackHeight =
    | 0
    | 1
  /** A ramp and its win rate. */
  interface RampFound {
    bankroll: number
    currency: string
    enter_at: number | null
    kelly: number
    mean_wager: number
    n0: number | null
    ramp: RampStep[]
    risk_of_ruin: number
    score: number
    spread: number
    standard_deviation_per_100_rounds: number
    unit: number
    win_per_100_rounds: number
  }
  /** The best ramp for a number of decks at a penetration. */
  interface RampRow {
    bankroll: number
    decks: number
    enter_at: number | null
    expected_value: number
    kelly: number
    mean_wager: number
    n0: number | null
    penetration: number
    risk_of_ruin: number
    score: number
    spread: number
    standard_deviation_per_100_rounds: number
    unit: number
    win_per_100_rounds: number
  }
  /** What to wager at a true count; 0 where the round is watched. */
  interface RampStep {
    best_wager: number
    expected_value: number
    frequency: number
    true_count: number
    wager: number
  }
  /** Ramps for numbers of decks and penetrations. */
  interface RampsFound {
    currency: string
    rows: RampRow[]
  }
  /** What may vary at a table. */
  interface Ranges {
    settings: SettingRange[]
    wagers: WagerRange[]
  }
  interface ReaderAnswered {
    type: 'ReaderAnswered'
    blackjack: boolean
  }
  interface ReaderFailed {
    type: 'ReaderFailed'
    halted: boolean
  }
  /** `reader_failure`: whether the table halts or continues without the card reader device. */
  type ReaderFailure =
    | 0
    | 1
  interface ReaderInspected {
    type: 'ReaderInspected'
  }
  interface ReaderRepaired {
    type: 'ReaderRepaired'
  }
  /** One reading of a ruling. */
  interface Reading {
    name: string
    says: string
  }
  interface ReceiveDecks {
    type: 'ReceiveDecks'
    cards: number[]
    preinspected?: boolean
    preshuffled?: boolean
  }
  /** Codes that can each replace six digits once; they are shown only now. */
  interface RecoveryCodes {
    codes: string[]
  }
  /** How many recovery codes are left. */
  interface RecoveryLeft {
    left: number
  }
  /** `recut_by`: who cuts again. */
  type RecutBy =
    | 0
    | 1
  interface RecutOrdered {
    type: 'RecutOrdered'
  }
  /** `recut_until`: until when a recut can be ordered. */
  type RecutUntil =
    | 0
    | 1
  interface RefuseCard {
    type: 'RefuseCard'
  }
  interface RefuseCut {
    type: 'RefuseCut'
  }
  interface RelieveDealer {
    type: 'RelieveDealer'
  }
  /** Effects of removal; `of_one_deck` scales them to a single deck, as they are usually published. */
  interface RemovalFound {
    cards: number
    effects: RemovedCard[]
    of_one_deck: number
    play: string
    wagers: RemovedWager[]
  }
  interface RemoveTen {
    type: 'RemoveTen'
  }
  interface RemoveTens {
    type: 'RemoveTens'
    missed?: number[]
  }
  /** Cards that are alike for every wager, and what each wager gains when one of them is removed. */
  interface RemovedCard {
    cards: number
    effects: Record<string, number>
    rank: string
    suits: string
  }
  /** A wager of a table; `by_rank` has what a unit of it gains when one card of a rank is removed. */
  interface RemovedWager {
    by_rank: Record<string, number>
    expected_value: number
    expected_value_exact: string | null
    sum_of_effects: number
    wager: string
  }
  interface RepairReader {
    type: 'RepairReader'
  }
  interface ReplaceDeck {
    type: 'ReplaceDeck'
    deck: number
  }
  /** A round from its notation. */
  interface Replayed {
    names: Record<string, string>
    sheet: Felt
    steps: Step[]
    view: View
  }
  interface ReportCoverCard {
    type: 'ReportCoverCard'
  }
  /** A report as HTML. */
  interface ReportFile {
    html: string
    name: string
  }
  interface ReportIdle {
    type: 'ReportIdle'
  }
  interface ReportInsertion {
    type: 'ReportInsertion'
    shows_value: boolean
  }
  interface ReportReaderFailure {
    type: 'ReportReaderFailure'
  }
  interface ReportShoeEmpty {
    type: 'ReportShoeEmpty'
  }
  interface ReportShufflerFailure {
    type: 'ReportShufflerFailure'
  }
  interface ReportShufflerJam {
    type: 'ReportShufflerJam'
  }
  /** Something that can go wrong, who reports it by which command, and the clauses that say what is done. */
  interface ReportedIrregularity {
    name: string
    happened: string
    by: string
    command: string
    fields: Record<string, any>
    clauses: [string, string][]
  }
  interface RequestFaceUp {
    type: 'RequestFaceUp'
  }
  interface RequestMissed {
    type: 'RequestMissed'
    box: number
    hand: number
  }
  interface Rescue {
    type: 'Rescue'
  }
  /** `rescue_forfeits`: what stays with the house when a double is taken back. */
  type RescueForfeits =
    | 0
    | 1
  /** A new password for the owner of an account who has a one-time link. */
  interface Reset {
    token: string
    password: string
    word?: string
  }
  interface ReshuffleOrdered {
    type: 'ReshuffleOrdered'
  }
  /** A result of a round in wagers, and its probability. */
  interface ResultOfRound {
    probability: number
    result: number
  }
  /** The roles that a person now has. */
  interface Roles {
    person: string
    roles: string[]
  }
  /** A round, with its first and last event; `last` is null until it ends. */
  interface RoundName {
    first: number
    id: string
    last: number | null
    number: number
    rules_digest: string
    version: string
  }
  /** A round's rows, those after it up to a leaf of the tree, and the proof that the leaf is in it. */
  interface RoundProof {
    how: string
    table: string
    round: number
    first_seq: number
    last_seq: number
    incarnation: number
    leaf_seq: number
    chain_before: string
    events: PublicEvent[]
    proof: string
    key: string
    handovers: string[]
    is_unwitnessed: boolean
  }
  /** A round as a stranger sees it: the view before it and its steps. */
  interface RoundSteps {
    first: number
    id: string
    last: number | null
    number: number
    rules_digest: string
    steps: Step[]
    version: string
    view: View
  }
  /** A round in its notation. */
  interface RoundText {
    text: string
  }
  interface RoundVoided {
    type: 'RoundVoided'
    why: IrregularityName
    reshuffle: boolean
  }
  /** A bankroll in wagers, and the chance that it is lost. */
  interface Ruin {
    bankroll: number
    chance: number
  }
  /** The rules of a table: one field for each setting, under its name in the books. */
  interface Rules {
    book: string
    currency: string
    decks: number
    hole_card: boolean
    card_reader: boolean
    plays_from_right: boolean
    dealer_hits_soft_17: boolean
    may_surrender: boolean
    surrender_against: SurrenderAgainst
    may_rescue: boolean
    may_double_21: boolean
    may_double_after_split: boolean
    double_for_less: boolean
    most_doubles: number
    double_on: DoubleOn
    doubled_aces_count_1: boolean
    may_draw_after_double: boolean
    least_to_stand: number
    may_split_again: boolean
    may_split_aces_again: boolean
    most_hands: number
    split_aces_one_card: boolean
    pays_by_kind: [number, number][]
    insurance_rounds_up: boolean
    pays_insurance: [number, number]
    pays_insurance_suited: [number, number]
    top_suit: Suit
    bonus_on_double: boolean
    bonus_on_split: boolean
    seven_card_21_exactly: boolean
    two_card_21_after_split: Split21
    dealer_blackjack_takes: BlackjackTakes
    any_21_paid_at_once: boolean
    rescue_forfeits: RescueForfeits
    super_bonus_from: number
    super_bonus_large_from: number
    super_bonus_small: number
    super_bonus_large: number
    super_bonus_replaces_odds: boolean
    envy_pays: number
    envy_with_seven: number
    envy_by_box: boolean
    envy_needs_least: boolean
    envy_on_winning_box: boolean
    odd_money: OddMoney
    surrender_half: SurrenderHalf
    smallest_chip: number
    payout_limit: number
    payout_limit_covers: PayoutLimitCovers
    void_undoes: VoidUndoes
    dead_undoes: VoidUndoes
    table_minimum: number
    table_maximum: number
    hand_maximum: number
    boxes: number
    adjacent_boxes: number
    boxes_apart: boolean
    people_on_box: number
    seated_needs_consent: boolean
    most_shared_boxes: number
    most_shared_tables: number
    mid_shoe_entry: boolean
    cash_wagers: boolean
    cash_needs_floorperson: boolean
    coupons: boolean
    coupon_counts: CouponCounts
    wagers_made_when: WagersMadeWhen
    sides: Record<string, SideRules>
    meters: Record<string, MeterRules>
    meter_share: MeterShare
    blackjack_paid: BlackjackPaid
    settlement_order: SettlementOrder
    shuffling: Shuffling
    shuffled_by: ShuffledBy
    device_loads_shoe: boolean
    cut_after_device: boolean
    cut_before_loading: boolean
    second_batch: SecondBatch
    cut_cards: number
    cut_order: CutOrder
    cut_from_ends: number
    cover_from_back: [number, number]
    recut_until: RecutUntil
    recut_by: RecutBy
    shoe_side: ShoeSide
    dealing_hands: DealingHands
    one_hand_cards: OneHandCards
    burns_first_card: boolean
    burn_disclosed: boolean
    player_totals_announced: boolean
    dealer_total_announced: DealerTotalAnnounced
    dealers_card_announced: boolean
    tens_torn: boolean
    idle_spread: IdleSpread
    idle_turned_up: boolean
    decks_hours: number
    preshuffled_needs_approval: boolean
    reader_inspected_daily: boolean
    reader_failure: ReaderFailure
    second_ten: SecondTen
    shuffler_failure: ShufflerFailure
    light_checked: boolean
    rack_height: RackHeight
    payouts_posted: PayoutsPosted
    equipment: string[]
    inscriptions: string[]
    approvals: string[]
    approvals_missing: string[]
  }
  /** A question on which a book is silent, and its readings. */
  interface RulingChoice {
    asks: string
    because: string
    clauses: string[]
    name: string
    readings: Reading[]
    usual: string
  }
  /** A ruling with the reading taken and the others. */
  interface RulingRow {
    asks: string
    clauses: string[]
    id: string
    others: OtherReading[]
    says: string
    taken: string
  }
  /** A run of the simulator so far; `exact` is null until it has been worked out. */
  interface RunSoFar {
    exact: number | null
    is_over: boolean
    next: number
    points: Point[]
    rounds: number
    trouble: string
    wager: number
  }
  /** A submission that a person has saved. */
  interface SavedSubmission {
    at: number
    name: string
    text: string
  }
  /** All answers so far. */
  interface ScoreShown {
    asked: number
    chapters: Record<string, [number, number]>
    failed: Failed[]
    hinted: number
    percent: number
    right: number
    rows: ChapterMark[]
  }
  /** A seat at a table. */
  interface SeatAt {
    box: number
    table: string
  }
  /** `second_batch`: whether a device shuffles one batch while another is dealt, and keeps it safe. */
  type SecondBatch =
    | 0
    | 1
    | 2
  /** `second_ten`: the consequence of a second 10 in a shoe. */
  type SecondTen =
    | 0
    | 1
  interface SeedPromised {
    type: 'SeedPromised'
    person: string
    promise: string
  }
  interface SeedsListed {
    type: 'SeedsListed'
    purpose: string
    number: number
    commitment: string
    people: string[]
    promises: string[]
    absent: string[]
  }
  interface SeedsOpened {
    type: 'SeedsOpened'
    purpose: string
    number: number
    people: string[]
    seeds: string[]
    words: string[]
    missing: string[]
  }
  /** The result of a session, in wagers; `path` has the quantiles after some rounds. */
  interface Session {
    ahead: number
    bars: Bar[]
    behind: number
    even: number
    mean: number
    path: Record<string, number>[]
    quantiles: Record<string, number>
    round: Bar[]
    rounds: number
    ruin: Ruin[]
    standard_deviation: number
  }
  /** A setting that matters to the main wager, and values worth comparing, the table's own first. */
  interface SettingRange {
    name: string
    values: string[]
  }
  interface Settle {
    type: 'Settle'
  }
  interface SettleMatch {
    type: 'SettleMatch'
  }
  /** What a wager of the round came to for its person: paid less collected; `hand` is for "main" alone. */
  interface SettledView {
    person: string
    kind: string
    hand: number
    net: number
  }
  /** `settlement_order`: the order in which the main wagers are settled. */
  type SettlementOrder =
    | 0
    | 1
  interface SettlementUndone {
    type: 'SettlementUndone'
    box: number
    hand: number
    person: string
    kind: string
    returned: number
    taken: number
    why: IrregularityName
  }
  /** Everything about a table that does not change while it is open. */
  interface Sheet {
    book: string
    boxes: number
    chips: number[]
    currency: string
    decks: number
    id: string
    layout: Layout
    maximum: number
    minimum: number
    name: string
    needs: Needs
    policy: PolicyOfTable
    rules_digest: string
    title: string
    version: string
  }
  interface ShoeEmptied {
    type: 'ShoeEmptied'
  }
  interface ShoeLoaded {
    type: 'ShoeLoaded'
  }
  /** A shoe of a table; `key` opens it once it is over. */
  interface ShoeShown {
    commitment: string
    first: number
    key: string | null
    last: number | null
    number: number
  }
  interface ShoeShuffled {
    type: 'ShoeShuffled'
    method: string
    mid_round: boolean
    cards: null
  }
  /** `shoe_side`: on which side of the dealer the shoe stands. */
  type ShoeSide =
    | 0
    | 1
  interface Shuffle {
    type: 'Shuffle'
    cards?: number[]
  }
  /** These cards in any order. */
  interface ShuffleOf {
    type: 'ShuffleOf'
    cards: number[]
  }
  /** `shuffled_by`: who is responsible for shuffling. */
  type ShuffledBy =
    | 0
    | 1
  interface ShufflerFailed {
    type: 'ShufflerFailed'
  }
  /** `shuffler_failure`: where a broken shuffling device goes. */
  type ShufflerFailure =
    | 0
    | 1
  interface ShufflerJammed {
    type: 'ShufflerJammed'
  }
  interface ShufflerPutAside {
    type: 'ShufflerPutAside'
    removed: boolean
  }
  /** `shuffling`: who shuffles the cards; `CONTINUOUS`: the shoe itself, without end. */
  type Shuffling =
    | 0
    | 1
    | 2
  /** A paytable that has no price, and why. */
  interface SideNotPriced {
    house_edge: null
    name: string
    not_priced: string
    offered: boolean
    paytable: string
  }
  /** A side wager that a book allows. */
  interface SideOffer {
    clauses: string[]
    name: string
  }
  /** A side wager at a paytable; meters in dollars or pounds. */
  interface SidePrice {
    break_even_meter?: number | null
    decks: number
    hit_rate: number
    house_edge: number
    house_edge_at_least_meter?: number
    house_edge_at_zero_meter?: number
    house_edge_exact: string
    house_edge_falls_per_unit?: number
    least_meter?: number
    long_run_house_edge?: number | null
    meter?: number
    name: string
    offered: boolean
    others_on?: string
    pays: string
    paytable: string
    rate?: number[]
    reading?: string
    seed?: number
    standard_deviation: number
    warning?: string
  }
  /** All side wagers at all paytables. */
  interface SidePrices {
    not_priced: SideNotPriced[]
    side_wagers: SidePrice[]
  }
  /** A table's rules of one side wager; features that the wager lacks are 0 or empty. */
  interface SideRules {
    offered: boolean
    wager: number
    pays: number[]
    minimum: number
    maximum: number
    shares: number[]
    tables: WheelTable[]
    options: Record<string, boolean | number | string>
  }
  /** A wager on the layout; `amounts` are the only ones that it can have, null where it has limits. */
  interface SideWager {
    amounts: number[] | null
    kind: string
    short: string
    title: string
  }
  /** The code of an authenticator, or a recovery code. */
  interface SixDigits {
    code: string
  }
  /** The answers to one kind of question; `running` are the right ones since the last wrong one. */
  interface Skill {
    topic: string
    right: number
    asked: number
    running: number
  }
  interface SkipBox {
    type: 'SkipBox'
  }
  interface SkipDealer {
    type: 'SkipDealer'
  }
  /** The purpose of a slip of the inventory. */
  type SlipKind =
    | 'asked'
    | 'fill'
    | 'credit'
    | 'opening'
    | 'closing'
  interface Spin {
    type: 'Spin'
    box: number
    person: string
    kind: string
    stop: number
  }
  interface SpinCommunity {
    type: 'SpinCommunity'
    wager: number
    stop: number
  }
  interface Split {
    type: 'Split'
  }
  /** `two_card_21_after_split`: the worth of a 21 in two cards on a split hand. */
  type Split21 =
    | 0
    | 1
    | 2
  interface SplitFollowed {
    type: 'SplitFollowed'
    box: number
    hand: number
    person: string
    amount: number
    goes_to: number
  }
  /** Boxes that are split, or are not, and their part of the expected value. */
  interface SplitShare {
    contribution: number
    probability: number
    split: boolean
  }
  /** A place in a chart. */
  interface Spot {
    row: string
    title: string
    up: string
  }
  interface SpreadCards {
    type: 'SpreadCards'
  }
  interface StackCut {
    type: 'StackCut'
    person: string
    at: number
  }
  /** One person's money on a box; `sides` are the side wagers not yet settled, by kind. */
  interface StakeView {
    person: string
    wager: number
    coupon: number
    sides: Record<string, number>
    insurance: number
  }
  interface Stand {
    type: 'Stand'
  }
  /** One round of a statement: when it ended, where, and what the person won. */
  interface StatementRow {
    at: number
    lost: number
    name: string
    net: number
    round: number
    table: string
    wagered: number
    won: number
  }
  /** An event as the reader may see it, in words, with its clauses and its changes of the state. */
  interface Step {
    clauses: string[]
    event: Event
    patch: Record<string, any>
    seq: number
    text: string
  }
  /** A stop of a wheel: its weight, its prize, the source of its money and its payment. */
  interface Stop {
    weight: number
    symbol: string
    source: number
    pays: number
    pair: number
  }
  /** The best chart of a table, with the values behind each cell. */
  interface Strategy {
    columns: string[]
    csv: string
    expected_value: number
    letters: Letter[]
    marks: any[]
    optimal_value: number
    split_policy: string
    tables: ChartTable[]
  }
  /** The result of each study. */
  interface Studies {
    count: CountFound
    counts: CountsFound
    decisions: JudgedRound
    design: DesignFound
    differences: Differences
    drill: Drill
    example: Example
    figures: Figures
    grid: GridFound
    hand: LaidOut
    indices: IndicesFound
    prices: Prices
    ramp: RampFound
    ramps: RampsFound
    ranges: Ranges
    removal: RemovalFound
    report: ReportFile
    session: Session
    sidebets: SidePrices
    strategy: Strategy
    submission: PricedSubmission
  }
  /** A book by its name, the text of a submission, or an open table by its id. */
  interface StudySubject {
    book?: string
    submission?: string
    table?: string
  }
  /** `top_suit`: the suit of the best bonuses. */
  type Suit =
    | 0
    | 1
    | 2
    | 3
  interface Surrender {
    type: 'Surrender'
  }
  /** `surrender_against`: the up cards against which a hand may be surrendered. */
  type SurrenderAgainst =
    | 0
    | 1
  /** `surrender_half`: the part that goes back of a surrendered wager that cannot be halved in chips. */
  type SurrenderHalf =
    | 0
    | 1
    | 2
  interface TableIdle {
    type: 'TableIdle'
    face_up: boolean
  }
  interface TableSetUp {
    type: 'TableSetUp'
    version: number
    is_real_shoe: boolean
    for_money: boolean
    number: number
    rules: Rules | null
    inventory: number | null
  }
  interface TakeBatch {
    type: 'TakeBatch'
  }
  interface TellTime {
    type: 'TellTime'
    minutes: number
  }
  interface TenFound {
    type: 'TenFound'
    card: string
  }
  interface TenTakenOut {
    type: 'TenTakenOut'
    torn: boolean
    card: string
  }
  interface TensRemoved {
    type: 'TensRemoved'
    torn: boolean
    cards: string[] | null
  }
  interface TensVerified {
    type: 'TensVerified'
  }
  /** The text of a submission. */
  interface Text {
    text: string
  }
  /** A ticket for the socket. */
  interface TicketText {
    ticket: string
  }
  interface TimeTold {
    type: 'TimeTold'
    minutes: number
  }
  interface TurnHoleCard {
    type: 'TurnHoleCard'
    card?: number
  }
  /** Six digits that were read aloud. */
  interface Typed {
    digits: string
  }
  /** When something ends, in ms since 1970. */
  interface Until {
    until: number
  }
  /** An up card: its frequency, and a wager's worth given it. */
  interface UpCard {
    expected_value: number
    probability: number
    up: string
  }
  interface ValidatePayout {
    type: 'ValidatePayout'
    box: number
    person: string
    kind: string
  }
  interface VerifyInspection {
    type: 'VerifyInspection'
  }
  interface VerifyTens {
    type: 'VerifyTens'
  }
  /** The table as one person sees it; cards are words such as "7s", "??" is face down. */
  interface View {
    you: string
    book: string
    approvals_missing: string[]
    phase: Phase
    round_number: number
    people: PersonView[]
    boxes: BoxView[]
    dealer: string[]
    dealer_total: number
    turn_box: number
    turn_hand: number
    asked: string[]
    meters: Record<string, number>
    hot_spot: number
    community_stops: [number, number][]
    cards_left: number
    discards: number
    cover_card_seen: boolean
    exposed_card: string
    spread: string[][]
    halted: boolean
    shuffler: string
    cards_in_device: number
    torn_tens: string[]
    tens_set_aside: string[]
    cut_offered_to: string
    inventory: number | null
    drop_box: number | null
    slip: string
    slip_amount: number | null
  }
  /** `void_undoes`, `dead_undoes`: which settlements are undone when the round becomes void, or when all of its
   * hands are called dead. */
  type VoidUndoes =
    | 0
    | 1
    | 2
  /** A number of a side wager that may vary: of a line, a stop of the wheel, or its meter. */
  interface WagerChoice {
    kind: string
    name: string
    now: number
  }
  interface WagerPlaced {
    type: 'WagerPlaced'
    person: string
    box: number
    kind: string
    amount: number
    coupon: number
  }
  /** What may vary of a side wager on offer. */
  interface WagerRange {
    choices: WagerChoice[]
    house_edge: number
    wager: string
  }
  /** How a wager ended. */
  type WagerResult =
    | 'won'
    | 'tied'
    | 'lost'
    | 'returned'
    | 'surrendered'
    | 'rescued'
    | 'void'
  interface WagerSettled {
    type: 'WagerSettled'
    box: number
    hand: number
    person: string
    kind: string
    result: WagerResult
    collected: number
    returned: number
    paid: number
    why: string
    meter: string
  }
  /** A choice for a side wager, with its exact figures. */
  interface WagerSolution {
    changes: number
    chosen: Record<string, number>
    hit_frequency: number
    house_edge: number
    house_edge_exact: string
    long_run_house_edge?: number
    standard_deviation: number
    top_prize: number
  }
  interface WagerWithdrawn {
    type: 'WagerWithdrawn'
    person: string
    box: number
    kind: string
    amount: number
  }
  interface WageringPermitted {
    type: 'WageringPermitted'
    person: string
  }
  interface WagersClosed {
    type: 'WagersClosed'
    number: number
    callers: [number, string][]
  }
  /** `wagers_made_when`: from when on a wager stays as it is. */
  type WagersMadeWhen =
    | 0
    | 1
  /** A request for a second person; `why_not` says why the caller cannot be it ("": they can). `token` is a link
   * for the person who asked for one, once it is made. `submission` is the text under which a table would be
   * opened: the second person agrees to all of it. */
  interface Waiting {
    asked: number
    by: string
    by_name: string
    decided_by_name: string
    expires: number
    id: string
    is_mine: boolean
    payout: Payout | null
    state: string
    submission: string
    token: string
    tries_left: number
    what: string
    why_not: string
    words: string
  }
  interface WashCards {
    type: 'WashCards'
    exposed?: boolean
  }
  /** The wheels of a side wager of one amount. */
  interface Wheel {
    community: WheelStop[]
    kind: string
    stops: WheelStop[]
    wager: number
  }
  /** The symbols of a wheel. */
  interface WheelChoice {
    clauses: string[]
    name: string
    paytable: string
    prizes: string[]
    symbols: string[]
  }
  interface WheelSpun {
    type: 'WheelSpun'
    box: number
    person: string
    kind: string
    wager: number
    stop: number
  }
  /** A stop of a wheel. */
  interface WheelStop {
    meter: string
    pays: number
    symbol: string
    weight: number
  }
  /** The prizes of one amount of a side wager: its paytable and wheels, and the meters that it feeds. */
  interface WheelTable {
    wager: number
    paytable: string
    wheel: Stop[]
    community: Stop[]
    pairs: Pair[]
    meters: string[]
  }
  interface WithdrawWager {
    type: 'WithdrawWager'
    box: number
    kind?: string
  }
  /** A witness that this server asks: its last cosignature, and why it gave no newer one. */
  interface WitnessAsked {
    size: number
    trouble: string
    url: string
  }
  /** A witness whose cosignatures this house wants: the last one, its size and when it was made (ms since 1970); 0
   * if there is none. */
  interface WitnessWanted {
    at: number
    key: string
    name: string
    size: number
  }
  /** Who watches the house's log from outside; `size` is that of its newest checkpoint. */
  interface Witnesses {
    asked: WitnessAsked[]
    size: number
    wanted: WitnessWanted[]
  }
  /** The answer of a request, where its path has no names. */
  interface Answers {
    'POST /me/factor/prove': RecoveryLeft
    'POST /invitations/accept': Me
    'GET /ledger/moves': LedgerMove[]
    'PUT /me/check': Limits
    'GET /me/data': Record<string, any>
    'POST /me/exclusion': Until
    'POST /me/factor': FactorBegun
    'PUT /me/factor': RecoveryCodes
    'GET /me/factor': RecoveryLeft
    'PUT /me/limits': LimitsSet
    'POST /me/model-token': ModelToken
    'GET /me/model-token': ModelAsks
    'DELETE /me/model-token': null
    'PUT /me/password': null
    'GET /me/rounds': OwnRounds
    'GET /me/sessions': OwnSession[]
    'GET /me/statement': PlayStatement
    'GET /me/statement.csv': null
    'GET /me/submissions': SavedSubmission[]
    'POST /rounds/replay': Replayed
    'POST /study/count': any
    'POST /study/decisions': any
    'POST /study/design': any
    'POST /study/differences': any
    'POST /study/drill': any
    'POST /study/example': any
    'POST /study/grid': any
    'POST /study/hand': any
    'POST /study/indices': any
    'POST /study/ramp': any
    'POST /study/ramps': any
    'POST /study/runs': Opened
    'POST /study/session': any
    'POST /submissions/check': Checked
    'POST /tree/cosignatures': string[]
    'GET /tree/witnesses': Witnesses
    'POST /accounts': Me
    'GET /approvals': Waiting[]
    'POST /audit': AuditReport
    'GET /books': BookName[]
    'POST /corrections': Purse | AskedSecond
    'GET /floor': FloorTable[]
    'POST /guest': Me
    'GET /health': Record<string, any>
    'GET /installation': Program
    'POST /invitations': InvitationLink | AskedSecond
    'GET /ledger': Account[]
    'POST /lessons': LessonShown
    'POST /login': Me
    'POST /logout': null
    'GET /logs': LogName[]
    'GET /me': Me
    'DELETE /me': null
    'GET /people': PersonOfHouse[]
    'POST /reset': null
    'GET /tables': Listed[]
    'POST /tables': Opened
    'GET /tree': HouseTree[]
  }
  /** The answer of a request. */
  type Answer<Method extends string, Path extends string> =
    Path extends `${infer Plain}?${string}` ? Answer<Method, Plain>
    : `${Method} ${Path}` extends keyof Answers ? Answers[`${Method} ${Path}`]
    : `${Method} ${Path}` extends `GET /tables/${string}/rounds/${string}/proof` ? RoundProof
    : `${Method} ${Path}` extends `GET /tables/${string}/rounds/${string}/rack` ? Rack
    : `${Method} ${Path}` extends `PUT /people/${string}/roles/${infer Last}` ? Last extends `${string}/${string}` ? never : Roles | AskedSecond
    : `${Method} ${Path}` extends `DELETE /people/${string}/roles/${infer Last}` ? Last extends `${string}/${string}` ? never : Roles | AskedSecond
    : `${Method} ${Path}` extends `GET /tables/${string}/rounds/${infer Last}` ? Last extends `${string}/${string}` ? never : RoundSteps
    : `${Method} ${Path}` extends `GET /tree/${string}/tile/${infer Last}` ? Last extends `${string}/${string}` ? never : null
    : `${Method} ${Path}` extends `DELETE /me/sessions/${infer Last}` ? Last extends `${string}/${string}` ? never : null
    : `${Method} ${Path}` extends `PUT /me/submissions/${infer Last}` ? Last extends `${string}/${string}` ? never : null
    : `${Method} ${Path}` extends `DELETE /me/submissions/${infer Last}` ? Last extends `${string}/${string}` ? never : null
    : `${Method} ${Path}` extends `GET /study/runs/${infer Last}` ? Last extends `${string}/${string}` ? never : RunSoFar
    : `${Method} ${Path}` extends `DELETE /study/runs/${infer Last}` ? Last extends `${string}/${string}` ? never : null
    : `${Method} ${Path}` extends `POST /approvals/${string}/approve` ? Approved
    : `${Method} ${Path}` extends `POST /approvals/${string}/digits` ? Digits
    : `${Method} ${Path}` extends `POST /approvals/${string}/typed` ? Approved
    : `${Method} ${Path}` extends `GET /books/${string}/chart` ? any
    : `${Method} ${Path}` extends `GET /books/${string}/choices` ? Choices
    : `${Method} ${Path}` extends `GET /books/${string}/edge` ? any
    : `${Method} ${Path}` extends `GET /books/${string}/sidebets` ? any
    : `${Method} ${Path}` extends `POST /lessons/${string}/answer` ? LessonAnswered
    : `${Method} ${Path}` extends `GET /lessons/${string}/certificate` ? null
    : `${Method} ${Path}` extends `POST /lessons/${string}/hint` ? Hint
    : `${Method} ${Path}` extends `POST /people/${string}/chips` ? Purse | AskedSecond
    : `${Method} ${Path}` extends `DELETE /people/${string}/factor` ? Nothing | AskedSecond
    : `${Method} ${Path}` extends `POST /people/${string}/reset` ? InvitationLink | AskedSecond
    : `${Method} ${Path}` extends `DELETE /people/${string}/sessions` ? null
    : `${Method} ${Path}` extends `POST /tables/${string}/close` ? Closed
    : `${Method} ${Path}` extends `GET /tables/${string}/commands` ? CommandAsked[]
    : `${Method} ${Path}` extends `POST /tables/${string}/duty` ? Record<string, string>
    : `${Method} ${Path}` extends `DELETE /tables/${string}/duty` ? null
    : `${Method} ${Path}` extends `GET /tables/${string}/export` ? null
    : `${Method} ${Path}` extends `GET /tables/${string}/head` ? LogHead
    : `${Method} ${Path}` extends `GET /tables/${string}/irregularities` ? ReportedIrregularity[]
    : `${Method} ${Path}` extends `GET /tables/${string}/log` ? LogRow[]
    : `${Method} ${Path}` extends `GET /tables/${string}/meters` ? Record<string, number>
    : `${Method} ${Path}` extends `GET /tables/${string}/payout` ? Payout | null
    : `${Method} ${Path}` extends `POST /tables/${string}/payout` ? Nothing | AskedSecond
    : `${Method} ${Path}` extends `GET /tables/${string}/record` ? PublicRecord
    : `${Method} ${Path}` extends `POST /tables/${string}/resume` ? null
    : `${Method} ${Path}` extends `GET /tables/${string}/rounds` ? RoundName[]
    : `${Method} ${Path}` extends `GET /tables/${string}/shoes` ? ShoeShown[]
    : `${Method} ${Path}` extends `POST /tables/${string}/ticket` ? TicketText
    : `${Method} ${Path}` extends `GET /tree/${string}/checkpoint` ? null
    : `${Method} ${Path}` extends `GET /tree/${string}/consistency` ? string[]
    : `${Method} ${Path}` extends `DELETE /approvals/${infer Last}` ? Last extends `${string}/${string}` ? never : null
    : `${Method} ${Path}` extends `GET /books/${infer Last}` ? Last extends `${string}/${string}` ? never : Book
    : `${Method} ${Path}` extends `GET /lessons/${infer Last}` ? Last extends `${string}/${string}` ? never : LessonShown
    : `${Method} ${Path}` extends `DELETE /people/${infer Last}` ? Last extends `${string}/${string}` ? never : Nothing | AskedSecond
    : `${Method} ${Path}` extends `GET /rounds/${infer Last}` ? Last extends `${string}/${string}` ? never : any
    : `${Method} ${Path}` extends `POST /study/${infer Last}` ? Last extends `${string}/${string}` ? never : any
    : `${Method} ${Path}` extends `GET /tables/${infer Last}` ? Last extends `${string}/${string}` ? never : Sheet
    : `${Method} ${Path}` extends `DELETE /tables/${infer Last}` ? Last extends `${string}/${string}` ? never : null
    : never
  /** The body of a request, where its path has no names. */
  interface Bodys {
    'POST /me/factor/prove': SixDigits
    'POST /invitations/accept': Invited
    'GET /ledger/moves': undefined
    'PUT /me/check': Check
    'GET /me/data': undefined
    'POST /me/exclusion': Exclusion
    'POST /me/factor': undefined
    'PUT /me/factor': SixDigits
    'GET /me/factor': undefined
    'PUT /me/limits': OwnLimits
    'POST /me/model-token': undefined
    'GET /me/model-token': undefined
    'DELETE /me/model-token': undefined
    'PUT /me/password': NewPassword
    'GET /me/rounds': undefined
    'GET /me/sessions': undefined
    'GET /me/statement': undefined
    'GET /me/statement.csv': undefined
    'GET /me/submissions': undefined
    'POST /rounds/replay': RoundText
    'POST /study/count': AskedCount
    'POST /study/decisions': AskedRound
    'POST /study/design': AskedDesign
    'POST /study/differences': AskedDifferences
    'POST /study/drill': AskedDrill
    'POST /study/example': AskedExample
    'POST /study/grid': AskedGrid
    'POST /study/hand': AskedHand
    'POST /study/indices': AskedCount
    'POST /study/ramp': AskedRamp
    'POST /study/ramps': AskedRamps
    'POST /study/runs': AskedRun
    'POST /study/session': AskedSession
    'POST /submissions/check': Draft
    'POST /tree/cosignatures': Cosigned
    'GET /tree/witnesses': undefined
    'POST /accounts': LogIn
    'GET /approvals': undefined
    'POST /audit': undefined
    'GET /books': undefined
    'POST /corrections': Correction
    'GET /floor': undefined
    'POST /guest': undefined
    'GET /health': undefined
    'GET /installation': undefined
    'POST /invitations': Invitation
    'GET /ledger': undefined
    'POST /lessons': NewLesson
    'POST /login': LogIn
    'POST /logout': undefined
    'GET /logs': undefined
    'GET /me': undefined
    'DELETE /me': OwnEnd
    'GET /people': undefined
    'POST /reset': Reset
    'GET /tables': undefined
    'POST /tables': NewTable
    'GET /tree': undefined
  }
  /** The body of a request. */
  type Body<Method extends string, Path extends string> =
    Path extends `${infer Plain}?${string}` ? Body<Method, Plain>
    : `${Method} ${Path}` extends keyof Bodys ? Bodys[`${Method} ${Path}`]
    : `${Method} ${Path}` extends `GET /tables/${string}/rounds/${string}/proof` ? undefined
    : `${Method} ${Path}` extends `GET /tables/${string}/rounds/${string}/rack` ? undefined
    : `${Method} ${Path}` extends `PUT /people/${string}/roles/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : `${Method} ${Path}` extends `DELETE /people/${string}/roles/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : `${Method} ${Path}` extends `GET /tables/${string}/rounds/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : `${Method} ${Path}` extends `GET /tree/${string}/tile/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : `${Method} ${Path}` extends `DELETE /me/sessions/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : `${Method} ${Path}` extends `PUT /me/submissions/${infer Last}` ? Last extends `${string}/${string}` ? never : Text
    : `${Method} ${Path}` extends `DELETE /me/submissions/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : `${Method} ${Path}` extends `GET /study/runs/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : `${Method} ${Path}` extends `DELETE /study/runs/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : `${Method} ${Path}` extends `POST /approvals/${string}/approve` ? Agreed
    : `${Method} ${Path}` extends `POST /approvals/${string}/digits` ? undefined
    : `${Method} ${Path}` extends `POST /approvals/${string}/typed` ? Typed
    : `${Method} ${Path}` extends `GET /books/${string}/chart` ? undefined
    : `${Method} ${Path}` extends `GET /books/${string}/choices` ? undefined
    : `${Method} ${Path}` extends `GET /books/${string}/edge` ? undefined
    : `${Method} ${Path}` extends `GET /books/${string}/sidebets` ? undefined
    : `${Method} ${Path}` extends `POST /lessons/${string}/answer` ? Answered
    : `${Method} ${Path}` extends `GET /lessons/${string}/certificate` ? undefined
    : `${Method} ${Path}` extends `POST /lessons/${string}/hint` ? undefined
    : `${Method} ${Path}` extends `POST /people/${string}/chips` ? Chips
    : `${Method} ${Path}` extends `DELETE /people/${string}/factor` ? GivenReason
    : `${Method} ${Path}` extends `POST /people/${string}/reset` ? GivenReason
    : `${Method} ${Path}` extends `DELETE /people/${string}/sessions` ? undefined
    : `${Method} ${Path}` extends `POST /tables/${string}/close` ? GivenReason
    : `${Method} ${Path}` extends `GET /tables/${string}/commands` ? undefined
    : `${Method} ${Path}` extends `POST /tables/${string}/duty` ? Duty
    : `${Method} ${Path}` extends `DELETE /tables/${string}/duty` ? undefined
    : `${Method} ${Path}` extends `GET /tables/${string}/export` ? undefined
    : `${Method} ${Path}` extends `GET /tables/${string}/head` ? undefined
    : `${Method} ${Path}` extends `GET /tables/${string}/irregularities` ? undefined
    : `${Method} ${Path}` extends `GET /tables/${string}/log` ? undefined
    : `${Method} ${Path}` extends `GET /tables/${string}/meters` ? undefined
    : `${Method} ${Path}` extends `GET /tables/${string}/payout` ? undefined
    : `${Method} ${Path}` extends `POST /tables/${string}/payout` ? GivenReason
    : `${Method} ${Path}` extends `GET /tables/${string}/record` ? undefined
    : `${Method} ${Path}` extends `POST /tables/${string}/resume` ? GivenReason
    : `${Method} ${Path}` extends `GET /tables/${string}/rounds` ? undefined
    : `${Method} ${Path}` extends `GET /tables/${string}/shoes` ? undefined
    : `${Method} ${Path}` extends `POST /tables/${string}/ticket` ? undefined
    : `${Method} ${Path}` extends `GET /tree/${string}/checkpoint` ? undefined
    : `${Method} ${Path}` extends `GET /tree/${string}/consistency` ? undefined
    : `${Method} ${Path}` extends `DELETE /approvals/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : `${Method} ${Path}` extends `GET /books/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : `${Method} ${Path}` extends `GET /lessons/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : `${Method} ${Path}` extends `DELETE /people/${infer Last}` ? Last extends `${string}/${string}` ? never : GivenReason
    : `${Method} ${Path}` extends `GET /rounds/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : `${Method} ${Path}` extends `POST /study/${infer Last}` ? Last extends `${string}/${string}` ? never : StudySubject
    : `${Method} ${Path}` extends `GET /tables/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : `${Method} ${Path}` extends `DELETE /tables/${infer Last}` ? Last extends `${string}/${string}` ? never : undefined
    : never
}
