import { expect, test } from 'vitest'
import { isLoopback } from './loopback'

const hostname = (address: string) => new URL(address).hostname

test.each(['http://127.0.0.1:8000', 'http://127.1.2.3', 'http://localhost', 'https://a.localhost', 'http://[::1]:8000', 'http://0.0.0.0:8000', 'http://[::]:80', 'http://[::ffff:127.0.0.1]'])(
  '%s is this machine alone',
  (address) => expect(isLoopback(hostname(address))).toBe(true),
)

test.each(['http://192.168.1.7:8000', 'http://periplo.test', 'http://127.example.org', 'http://localhost.example.org', 'http://[fd00::1]', 'http://128.0.0.1'])(
  '%s is known to others',
  (address) => expect(isLoopback(hostname(address))).toBe(false),
)
