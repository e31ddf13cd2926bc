/**
 * The counters in Redis, as scripts, so that nothing comes between reading and writing and each costs one question.
 *
 * A period has two keys: the number of units used, and a hash that knows which of them are **under way**, by the second in which
 * they were taken. They are under way until the database has them or they are given back. Units that stay there for too long are
 * abandoned: the instance that took them died before it answered, and whoever comes next gives them back. Some of them may have
 * reached the database all the same, so it is asked again: the counter counts as unknown once. The hash also keeps the highest
 * total that the database told (`written`).
 *
 * KEYS of every script: minute, period, under way. ARGV starts with the moment up to which the script counts. After it the script
 * changes nothing: a Redis that was stopped finds old questions when it goes on, whose answers nobody waits for any more. Every
 * answer starts with how it went and the clock of Redis.
 */
const begin = `
local clock = redis.call('time')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if now > tonumber(ARGV[1]) then return {'late', now} end
`;

/** Gives back what is abandoned. ARGV: …, after how many milliseconds that is so. */
const sweep = `
local used = tonumber(redis.call('get', KEYS[2]) or '')
local underWay, abandoned, written = 0, 0, 0
local function sweep()
  local fields = redis.call('hgetall', KEYS[3])
  for place = 1, #fields, 2 do
    local second, units = fields[place], tonumber(fields[place + 1])
    if second == 'written' then
      written = units
    elseif now - second * 1000 > tonumber(ARGV[2]) then
      abandoned = abandoned + units
      redis.call('hdel', KEYS[3], second)
    else
      underWay = underWay + units
    end
  end
  if used and abandoned > 0 then
    used = math.max(written, used - abandoned)
    redis.call('set', KEYS[2], used, 'KEEPTTL')
  end
end
`;

/**
 * Sweeps with the first order of a second, so that the others cost no more than counting does. A minute that has less than the
 * instance knows of was forgotten, and goes on from there.
 *
 * ARGV: …, units, limit of the minute or '' for none, seconds that its counter is kept, limit of the period, seconds that its
 * counter is kept, what the instance knows of the minute.
 */
export const takeScript = `${begin}${sweep}
if redis.call('hexists', KEYS[3], clock[1]) == 0 then sweep() end
if not used or abandoned > 0 then return {'unknown', now, 0, 0} end
local units = tonumber(ARGV[3])
local minute = 0
if ARGV[4] ~= '' then
  minute = math.max(tonumber(redis.call('get', KEYS[1]) or '0'), tonumber(ARGV[8]))
  local isRefused = minute + units > tonumber(ARGV[4])
  if not isRefused then minute = minute + units end
  redis.call('set', KEYS[1], minute, 'EX', ARGV[5])
  if isRefused then return {'minute', now, minute, used} end
end
if used + units > tonumber(ARGV[6]) then return {'period', now, minute, used} end
if redis.call('hincrby', KEYS[3], clock[1], units) == units then redis.call('expire', KEYS[3], ARGV[7]) end
return {'taken', now, minute, redis.call('incrby', KEYS[2], units)}`;

const settle = `
local function settle(second, units)
  local left = tonumber(redis.call('hget', KEYS[3], second) or '0') - units
  if left > 0 then redis.call('hset', KEYS[3], second, left) else redis.call('hdel', KEYS[3], second) end
end
`;

/**
 * Nothing is given back to a period that is not known, and none falls below zero. ARGV: …, units, the second in which they were
 * taken or ''.
 */
export const giveBackScript = `${begin}${settle}
if ARGV[3] ~= '' then settle(ARGV[3], ARGV[2]) end
local used = tonumber(redis.call('get', KEYS[2]) or '')
if not used then return {'unknown', now, 0} end
used = math.max(0, used - ARGV[2])
redis.call('set', KEYS[2], used, 'KEEPTTL')
return {'known', now, used}`;

/**
 * The counter is raised to what the database has, and brought down to it where nothing is under way.
 *
 * ARGV: …, after how many milliseconds units are abandoned, what is written or '' to ask only, seconds that the counter is kept,
 * then pairs of a second and the units in it that are no longer under way.
 */
export const reconcileScript = `${begin}${settle}
for place = 5, #ARGV, 2 do settle(ARGV[place], ARGV[place + 1]) end
${sweep}
sweep()
local told = tonumber(ARGV[3])
if told then
  if told > written then
    written = told
    redis.call('hset', KEYS[3], 'written', written)
    redis.call('expire', KEYS[3], ARGV[4])
  end
  if not used or used < written or (used > written and underWay == 0) then
    used = written
    redis.call('set', KEYS[2], used, 'EX', ARGV[4])
  end
end
if not used or (abandoned > 0 and not told) then return {'unknown', now, 0} end
return {'known', now, used}`;

/** Adds to a minute what was counted elsewhere. ARGV: …, units, seconds that the counter is kept. */
export const addScript = `${begin}
redis.call('incrby', KEYS[1], ARGV[2])
redis.call('expire', KEYS[1], ARGV[3])
return {'known', now}`;

/** Raises a period to what was counted elsewhere. ARGV: …, units, seconds that the counter is kept. */
export const raiseScript = `${begin}
if tonumber(redis.call('get', KEYS[2]) or '-1') < tonumber(ARGV[2]) then redis.call('set', KEYS[2], ARGV[2], 'EX', ARGV[3]) end
return {'known', now}`;

/** How it went, the clock of Redis, and what the counters have. */
export type Reply<Verdict extends string = 'known' | 'unknown', Counts extends number[] = [used: number]> =
  | ['late', now: number]
  | [Verdict, now: number, ...Counts];
