// A plain page that a person can play on: it shows the view and a button for every legal command.
const byId = id => document.getElementById(id)
const cash = amount => (amount / 100).toFixed(2)
let state = null, socket = null, count = 0, sheet = null
const first = Math.random().toString(36).slice(2, 10)

async function ask(method, path, body) {
  const headers = method === 'GET' ? {} : { 'X-Spanish21': '1', 'Content-Type': 'application/json' }
  const response = await fetch('/api' + path, { method, headers, body: method === 'GET' ? undefined : JSON.stringify(body ?? {}) })
  const answer = response.status === 204 ? null : await response.json()
  if (!response.ok) throw Object.assign(new Error(answer.error ?? 'trouble'), { status: response.status })
  return answer
}

function merged(old, patch) {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch
  const result = old && typeof old === 'object' && !Array.isArray(old) ? { ...old } : {}
  for (const [name, value] of Object.entries(patch)) value === null ? delete result[name] : (result[name] = merged(result[name], value))
  return result
}

async function start() {
  const me = await ask('GET', '/me').catch(() => ask('POST', '/guest'))
  byId('you').textContent = `${me.name}, ${cash(me.purse)} in your purse`
  for (const table of await ask('GET', '/tables')) {
    const button = document.createElement('button')
    button.textContent = `${table.name}: ${table.currency}${table.minimum / 100} to ${table.maximum / 100}, ${table.taken} of ${table.boxes} seats taken`
    button.onclick = () => open(table.id)
    const item = document.createElement('li')
    item.append(button)
    byId('tables').append(item)
  }
}

async function open(id) {
  sheet = await ask('GET', `/tables/${id}`)
  byId('lobby').hidden = true
  byId('table').hidden = false
  byId('name').textContent = sheet.name
  connect(id)
}

async function connect(id) {
  try {
    const { ticket } = await ask('POST', `/tables/${id}/ticket`)
    socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${id}/socket?ticket=${ticket}`)
    socket.onmessage = message => heard(JSON.parse(message.data))
    socket.onclose = () => { say('Connecting again …'); setTimeout(() => connect(id), 1000) }
  } catch { setTimeout(() => connect(id), 1500) }
}

function heard(message) {
  if (message.type === 'whole') state = message
  else if (message.type === 'change') {
    state = { ...merged(state, message.patch), seq: message.seq }
    for (const one of message.events) if (one.text) tell(one.text)
  } else if (message.type === 'answer' && !message.ok) tell(message.text)
  else if (message.type === 'bye') say(message.text)
  draw()
}

const say = text => { byId('status').textContent = text }

function tell(text) {
  const item = document.createElement('li')
  item.textContent = text
  byId('news').prepend(item)
}

function draw() {
  const { view, legal, waits_for: awaited, names } = state
  const lines = [`Dealer: ${view.dealer.join(' ')}${view.dealer_total ? `  (${view.dealer_total})` : ''}`]
  for (const box of view.boxes) {
    const wagers = box.stakes.map(stake => `${names[stake.person] ?? stake.person} ${cash(stake.wager)}`).join(', ')
    lines.push(`Box ${box.number}: ${wagers}`)
    for (const hand of box.hands) lines.push(`   ${hand.cards.join(' ')}  (${hand.total}) ${hand.state}`)
  }
  const mine = view.people.find(person => person.name === state.you)
  if (mine) lines.push(`Your chips: ${cash(mine.chips)}`)
  byId('felt').innerHTML = '<pre></pre>'
  byId('felt').firstChild.textContent = lines.join('\n')
  say(state.stopped || (awaited.length ? `Waiting for ${awaited.map(name => names[name] ?? name).join(', ')}` : `Phase: ${view.phase}`))
  byId('moves').replaceChildren(...legal.flatMap(buttons))
}

function buttons(may) {
  const fields = {}
  for (const [name, choice] of Object.entries(may.fields)) {
    if (choice.type === 'OneOf') fields[name] = name === 'seat' ? choice.values.find(Boolean) ?? 0 : choice.values[0]
    else if (choice.type === 'Amounts') fields[name] = ['Insure', 'Double'].includes(may.command) ? choice.most : choice.least
    else return []
  }
  if (may.command === 'Join') fields.chips = 20000
  if (may.command === 'BuyChips') fields.amount = 10000
  const button = document.createElement('button')
  const amount = fields.chips ?? fields.amount
  button.textContent = [may.command, fields.kind && fields.kind !== 'main' ? fields.kind : '', fields.box ? `box ${fields.box}` : '', amount ? cash(amount) : ''].filter(Boolean).join(' ')
  button.onclick = () => socket.send(JSON.stringify({ type: 'command', id: `${first}-${++count}`, seq: state.seq, command: { type: may.command, ...fields } }))
  return [button]
}

start().catch(error => say(error.message))
