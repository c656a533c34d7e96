// The same small game as ours: two players in turn add 1, 2 or 3.
exports.Tally = {
  name: 'tally',
  setup: () => ({ totals: [0, 0] }),
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true,
  moves: {
    add: {
      // otherwise its optimistic clients would count themselves
      client: false,
      move: ({ G, playerID }, amount) => {
        G.totals[playerID] += amount
      },
    },
  },
}
