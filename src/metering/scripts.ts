/**
 * Both limits at once: so nothing can come between them, and a request costs one question. After the moment up to which it counts it changes
 * nothing: a Redis that was stopped finds old questions when it goes on, whose answers nobody waits for any more.
 *
 * KEYS: minute, period. ARGV: units, limit of the minute or '' for none, seconds that its counter is kept, limit of the period, until when.
 */
export const takeScript = `
local clock = redis.call('time')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if now > tonumber(ARGV[5]) then return {'late', 0, 0, now} end
local period = tonumber(redis.call('get', KEYS[2]) or '')
if not period then return {'unknown', 0, 0, now} end
local units = tonumber(ARGV[1])
local minute = 0
if ARGV[2] ~= '' then
  minute = tonumber(redis.call('get', KEYS[1]) or '0')
  if minute + units > tonumber(ARGV[2]) then return {'minute', minute, period, now} end
  redis.call('set', KEYS[1], minute + units, 'EX', ARGV[3])
  minute = minute + units
end
if period + units > tonumber(ARGV[4]) then return {'period', minute, period, now} end
return {'taken', minute, redis.call('incrby', KEYS[2], units), now}`;

/** What the script answers; the last is the clock of Redis. */
export type TakeReply =
  | ['taken' | 'minute' | 'period' | 'unknown', minute: number, period: number, now: number]
  | ['late', minute: number, period: number, now: number];

/**
 * One counter up or down, in place of the limiter's own script: never below zero, and nothing is given back to a period that is not known.
 *
 * KEYS: counter. ARGV: change, seconds that a new one is kept.
 */
export const changeScript = `
local known = tonumber(redis.call('get', KEYS[1]) or '')
local change = tonumber(ARGV[1])
if not known and change < 0 then return {0, -1} end
local value = math.max(0, (known or 0) + change)
if known then redis.call('set', KEYS[1], value, 'KEEPTTL') else redis.call('set', KEYS[1], value, 'EX', ARGV[2]) end
return {value, redis.call('pttl', KEYS[1])}`;

/** KEYS: counter. ARGV: what it counts at least, seconds that it is kept. */
export const raiseScript = `
local known = tonumber(redis.call('get', KEYS[1]) or '')
if not known or known < tonumber(ARGV[1]) then redis.call('set', KEYS[1], ARGV[1], 'EX', ARGV[2]) end`;
