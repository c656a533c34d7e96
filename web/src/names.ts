// As the server has it: see names.test.ts.
export const LONGEST_NAME = 40
