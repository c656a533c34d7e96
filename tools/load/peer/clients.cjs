// N matches with two players each, who say no more of boardgame.io's protocol than a load needs; its own clients keep
// a store and a log as well. `node clients.cjs PORT MATCHES WARM_UP SECONDS SERVER_PID` prints one line of JSON.
const { readFileSync } = require('node:fs')
const { io } = require('socket.io-client')

const [port, matches, warmUp, seconds, server] = process.argv.slice(2).map(Number)
const lobby = `http://127.0.0.1:${port + 1}/games/tally`
const tally = { held: [], counting: false, actions: 0, times: [] } // nobody acts before all have sat down

const ask = async (path, body) => {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(lobby + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.json()
}

const sit = (matchID, playerID, credentials, sent) => {
  const socket = io(`http://127.0.0.1:${port}/tally`, { transports: ['websocket'], forceNew: true })
  let mine = false // whether an action of mine is on its way
  const act = (stateID) => {
    mine = true
    sent.at = performance.now()
    const payload = { type: 'add', args: [1 + Math.floor(Math.random() * 3)], playerID, credentials }
    socket.emit('update', { type: 'MAKE_MOVE', payload }, stateID, matchID, playerID)
  }
  const receive = (state) => {
    if (state.ctx.currentPlayer !== playerID) {
      if (mine && tally.counting) tally.actions += 1 // my own action has come back
      mine = false
      return
    }
    if (sent.at && tally.counting) tally.times.push(performance.now() - sent.at)
    if (tally.held === null) act(state._stateID)
    else tally.held.push(() => act(state._stateID))
  }
  socket.on('connect', () => socket.emit('sync', matchID, playerID, credentials, 2))
  socket.on('update', (_, state) => receive(state))
  return new Promise((done) => {
    socket.on('sync', (_, { state }) => {
      receive(state)
      done()
    })
  })
}

const rest = (ms) => new Promise((done) => setTimeout(done, ms))

/** Processor seconds that the server has used; a tick of Linux is 10 ms. */
const used = () => {
  const fields = readFileSync(`/proc/${server}/stat`, 'utf8').replace(/.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const main = async () => {
  for (let i = 0; i < matches; i++) {
    const { matchID } = await ask('/create', { numPlayers: 2 })
    const sent = { at: 0 }
    for (const playerID of ['0', '1']) {
      const joined = await ask(`/${matchID}/join`, { playerID, playerName: playerID })
      await sit(matchID, playerID, joined.playerCredentials, sent)
    }
  }
  const held = tally.held
  tally.held = null
  for (const act of held) act()
  await rest(warmUp * 1000)
  tally.counting = true
  const begin = performance.now()
  const before = used()
  await rest(seconds * 1000)
  tally.counting = false
  const took = (performance.now() - begin) / 1000
  const sorted = tally.times.sort((a, b) => a - b)
  const cut = (share) => Math.round(10 * sorted[Math.floor(share * sorted.length)]) / 10
  const found = {
    tables: matches,
    'actions/s': Math.round(tally.actions / took),
    'server CPU µs an action': Math.round((1e6 * (used() - before)) / tally.actions),
    'p50 ms': cut(0.5),
    'p95 ms': cut(0.95),
    'p99 ms': cut(0.99),
  }
  console.log(JSON.stringify(found))
  process.exit(0)
}
main()
