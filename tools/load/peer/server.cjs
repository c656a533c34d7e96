// boardgame.io's server, its state in memory: `node server.cjs PORT`; its lobby listens on PORT + 1.
const { Server } = require('boardgame.io/server')
const { Tally } = require('./game.cjs')

const port = Number(process.argv[2])
Server({ games: [Tally], origins: [/127\.0\.0\.1/] })
  .run({ port, lobbyConfig: { apiPort: port + 1 } })
  .then(() => console.log('ready'))
