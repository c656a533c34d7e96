import { expect, test } from 'vitest'
import openapi from '../openapi.json'
import { LONGEST_NAME } from './names'

test('a name is as long as the server takes it', () => {
  expect(openapi.components.schemas.NewPlayer.properties.name.maxLength).toBe(LONGEST_NAME)
})
