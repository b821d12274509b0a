// Shapes that several rooms of the page share and that do not come from the server as they are.

declare namespace Page {
  /** What a person knows of a table: what the socket said last, with every change since. */
  interface State {
    seq: number
    you: string
    view: Wire.View
    legal: Wire.May[]
    waits_for: string[]
    clock: { ends: number; seconds: number; bank?: number; for: string[] } | null
    names: Record<string, string>
    watching?: number
    shoe: { number: number; commitment: string; wheels: string }
    seeds?: Seeds
    stopped: string
    due?: Wire.Due | null
    brought?: number | null
  }

  /** The players' part in the shuffle: promises by person, the list that is being opened, and the result. */
  interface Seeds {
    promised: Record<string, string>
    listed?: { purpose: string; number: number; commitment: string; promises: Record<string, string>; ends: number } | null
    in_shoe: string[]
    paused: Record<string, number>
  }

  /** A state with what its words need: the titles of the wagers by their kinds. */
  interface Moment {
    state: State
    titles: Record<string, string>
  }

  /** What a study is about: a book by its name, or the text of a submission. */
  interface Subject {
    book?: string
    submission?: string
  }

  /** A question of the first hand: `right` is the place of the right choice. */
  interface Question {
    title: string
    asks: string
    choices: string[]
    right: number
    after: string
  }

  /** What a part of a room is mounted with; `isWanted` says whether it is still looked at. */
  interface Study {
    book: string
    subject: Subject
    isWanted: () => boolean
  }

  /** What a table answers a command or a question about one. */
  interface Answer {
    ok?: boolean
    stale?: boolean
    reason?: string
    text: string
    clauses?: string[]
  }

  /** How a command of the house is sent: with a reason and a second person's code where it needs them. */
  type Send = (command: { type: string } & Record<string, any>, beside?: Record<string, string>) => Promise<Answer>

  /** What the parts of a table on duty can do. */
  interface Duty {
    send: Send
    asking: Asking
    whyNot: (name: string, fields: Record<string, any>) => Promise<Answer>
    tell: (text: string, kind?: string) => void
    clauses: () => Map<string, string>
  }

  /** Where the forms of commands appear: `given` is fixed, `usual` is what the fields begin with. */
  interface Asking {
    node: HTMLElement
    open(name: string, offers: Wire.May[], options?: FormOptions): void
    close(): void
    isPlain(name: string, offers: Wire.May[], given?: Record<string, any>): boolean
    needs(what: 'reason' | 'second', name: string): boolean
    command(): string
  }

  interface FormOptions {
    given?: Record<string, any>
    usual?: Record<string, any>
    names?: Record<string, string>
    titles?: Record<string, string>
  }

  /** The picture of a state: its felt, with the cards of a finished round, and a turning wheel. */
  interface Shown {
    state: State
    over: Pick<Wire.View, 'boxes' | 'dealer' | 'dealer_total'> | null
    wheel: Wheel | null
    /** The words of a special payment of this round. */
    moment: string
  }

  /** A wheel that turns or has turned, and whom it has paid so far. */
  type Wheel = Omit<Wire.Step, 'event'> & {
    event: Wire.WheelSpun | Wire.CommunityWheelSpun
    paid: { person: string; box: number; amount: number }[]
  }

  /** The cards and chips on the felt. */
  type Picture = Wire.View & { isOver: boolean; wheel: Wheel | null; moment?: string }

  /** What a felt draws from: a table in play, a replay or a lesson. */
  interface OnFelt {
    state: Pick<State, 'you' | 'names'>
    picture: Picture
    isIn: boolean
    staged: Map<string, number>
    canWager: (box: number, kind: string) => boolean
    canSit: (box: number) => boolean
    /** The area and the chip that a key would put there. */
    chosen?: { area: string; chip: number } | null
  }

  /** What the parts of a table draw from. */
  interface Now extends OnFelt {
    sheet: Wire.Sheet
    state: State
    titles: Record<string, string>
  }

  /** Who hears a table's socket. */
  interface Hears {
    whole(state: State): void
    change(state: State, steps: Wire.Step[]): void
    line(status: string, text: string): void
    jackpot?(jackpot: { title: string; amount: number; name: string; currency: string }): void
  }

  /** The values that a field allows: values, cards, or a range. */
  interface Choice {
    type: string
    values: any[]
    cards: number[]
    least: number
    most: number
    step: number
  }

  /** What a felt can ask for. */
  interface FeltActions {
    sit(box: number): void
    wager(box: number, kind: string): void
    back?(box: number, kind: string): void
    payouts?(): void
  }

  /** A hand as it is drawn, with what its wagers got. */
  type Hand = Partial<Wire.HandView> & Pick<Wire.HandView, 'cards'> & { results?: Wire.SettledView[] }
}
