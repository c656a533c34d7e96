// N matches with two of its own clients each: `node clients.cjs PORT MATCHES SECONDS`. Prints one line of JSON.
const { Client } = require('boardgame.io/client')
const { SocketIO } = require('boardgame.io/multiplayer')
const { Tally } = require('./game.cjs')

const [port, matches, seconds] = process.argv.slice(2).map(Number)
const lobby = `http://127.0.0.1:${port + 1}/games/tally`
const tally = { running: false, counting: false, moves: 0, times: [] }

const ask = async (path, body) => {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(lobby + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return answer.json()
}

const sit = (matchID, playerID, credentials, sent) => {
  const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}` })
  const client = Client({ game: Tally, multiplayer, matchID, playerID, credentials, debug: false })
  let last = -1
  client.subscribe((state) => {
    if (!state || !state.isConnected || state._stateID === last) return
    const mine = state.ctx.currentPlayer === playerID
    last = state._stateID
    if (!mine) {
      if (sent.by === playerID && tally.counting) tally.moves += 1 // my own move has come back
      return
    }
    if (sent.at && tally.counting) tally.times.push(performance.now() - sent.at)
    if (!tally.running) return
    sent.by = playerID
    sent.at = performance.now()
    client.moves.add(1 + Math.floor(Math.random() * 3))
  })
  client.start()
  return client
}

const rest = (ms) => new Promise((done) => setTimeout(done, ms))

const main = async () => {
  tally.running = true
  for (let i = 0; i < matches; i++) {
    const { matchID } = await ask('/create', { numPlayers: 2 })
    const sent = { by: '', at: 0 }
    for (const playerID of ['0', '1']) {
      const joined = await ask(`/${matchID}/join`, { playerID, playerName: playerID })
      sit(matchID, playerID, joined.playerCredentials, sent)
    }
  }
  await rest(2000)
  tally.counting = true
  const begin = performance.now()
  await rest(seconds * 1000)
  tally.counting = false
  const took = (performance.now() - begin) / 1000
  tally.running = false
  const sorted = tally.times.sort((a, b) => a - b)
  const cut = (share) => Math.round(10 * sorted[Math.floor(share * sorted.length)]) / 10
  console.log(JSON.stringify({ tables: matches, 'moves/s': Math.round(tally.moves / took), 'p50 ms': cut(0.5), 'p95 ms': cut(0.95), 'p99 ms': cut(0.99) }))
  process.exit(0)
}
main()
