/**
 * The counters in Redis, as scripts: reading and writing are atomic, and all limits need one call. The limiters of
 * rate-limiter-flexible do not fit here: they also count refused requests, and two limits would be two calls that are not atomic.
 *
 * A period has two keys. One is the number of used units. The other is a hash of the units that are **under way**, by the second
 * in which they were taken. Units are under way until the database has them or they are given back. Units that are under way for
 * too long are abandoned: the instance that took them died. The next script gives them back. Some of them may have reached the
 * database all the same, so the counter then counts as unknown once, and is started from the database. The hash also has the
 * highest total that the database reported (`written`).
 *
 * KEYS of every script: minute, period, under way. An order of a key with a share of the period has two more: the counter of the
 * share, and its units under way. The functions get the place of a period among the KEYS. ARGV starts with the deadline until
 * which the script may change something: a Redis that was stopped finds old calls when it continues, and their callers have given
 * up. Every reply starts with its verdict and the clock of Redis.
 */
const begin = `
local clock = redis.call('time')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
if now > tonumber(ARGV[1]) then return {'late', now} end
`;

/** Gives abandoned units back. ARGV: …, the milliseconds after which units are abandoned. */
const sweep = `
local function sweep(period)
  local used = tonumber(redis.call('get', KEYS[period]) or '')
  local underWay, abandoned, written = 0, 0, 0
  local fields = redis.call('hgetall', KEYS[period + 1])
  for place = 1, #fields, 2 do
    local second, units = fields[place], tonumber(fields[place + 1])
    if second == 'written' then
      written = units
    elseif now - second * 1000 > tonumber(ARGV[2]) then
      abandoned = abandoned + units
      redis.call('hdel', KEYS[period + 1], second)
    else
      underWay = underWay + units
    end
  end
  if used and abandoned > 0 then
    used = math.max(written, used - abandoned)
    redis.call('set', KEYS[period], used, 'KEEPTTL')
  end
  return used, abandoned, underWay, written
end
`;

/**
 * Takes from all limits. Only the first order of a second looks for abandoned units, so that the others stay cheap. If the
 * minute has less than the instance knows of, Redis lost it, and the script continues from the instance's count.
 *
 * ARGV: …, requests, units, limit of the minute or '' for none, lifetime of its counter in seconds, limit of the period, lifetime
 * of its counter, the instance's count of the minute, limit of the share.
 */
const takeScript = `${begin}${sweep}
local function usedOf(period)
  if redis.call('hexists', KEYS[period + 1], clock[1]) == 1 then return tonumber(redis.call('get', KEYS[period]) or '') end
  local used, abandoned = sweep(period)
  return abandoned == 0 and used or nil
end
local used, share = usedOf(2), 0
if KEYS[4] then share = usedOf(4) end
if not used or not share then return {'unknown', now, 0, 0, 0} end
local requests, units = tonumber(ARGV[3]), tonumber(ARGV[4])
local minute = 0
if ARGV[5] ~= '' then
  minute = math.max(tonumber(redis.call('get', KEYS[1]) or '0'), tonumber(ARGV[9]))
  local isRefused = minute + requests > tonumber(ARGV[5])
  if not isRefused then minute = minute + requests end
  redis.call('set', KEYS[1], minute, 'EX', ARGV[6])
  if isRefused then return {'minute', now, minute, used, share} end
end
if used + math.max(1, units) > tonumber(ARGV[7]) then return {'period', now, minute, used, share} end
if KEYS[4] and share + math.max(1, units) > tonumber(ARGV[10]) then return {'share', now, minute, used, share} end
if units == 0 then return {'taken', now, minute, used, share} end
local function add(period)
  if redis.call('hincrby', KEYS[period + 1], clock[1], units) == units then redis.call('expire', KEYS[period + 1], ARGV[8]) end
  return redis.call('incrby', KEYS[period], units)
end
return {'taken', now, minute, add(2), KEYS[4] and add(4) or 0}`;

const settle = `
local function settle(period, second, units)
  local left = tonumber(redis.call('hget', KEYS[period + 1], second) or '0') - units
  if left > 0 then redis.call('hset', KEYS[period + 1], second, left) else redis.call('hdel', KEYS[period + 1], second) end
end
`;

/**
 * Gives units back to the periods that have a counter. No counter falls below 0. ARGV: …, units, the second in which they were
 * taken or ''. Replies with -1 for a period without a counter.
 */
const giveBackScript = `${begin}${settle}
local function giveBack(period)
  if ARGV[3] ~= '' then settle(period, ARGV[3], ARGV[2]) end
  local used = tonumber(redis.call('get', KEYS[period]) or '')
  if not used then return -1 end
  used = math.max(0, used - ARGV[2])
  redis.call('set', KEYS[period], used, 'KEEPTTL')
  return used
end
return {'known', now, giveBack(2), KEYS[4] and giveBack(4) or -1}`;

/**
 * Raises the counter to the total in the database. Lowers it to the total if nothing is under way.
 *
 * ARGV: …, the milliseconds after which units are abandoned, the total or '' to only read, lifetime of the counter in seconds,
 * then pairs of a second and its units that are no longer under way.
 */
const reconcileScript = `${begin}${settle}
for place = 5, #ARGV, 2 do settle(2, ARGV[place], ARGV[place + 1]) end
${sweep}
local used, abandoned, underWay, written = sweep(2)
local total = tonumber(ARGV[3])
if total then
  if total > written then
    written = total
    redis.call('hset', KEYS[3], 'written', written)
    redis.call('expire', KEYS[3], ARGV[4])
  end
  if not used or used < written or (used > written and underWay == 0) then
    used = written
    redis.call('set', KEYS[2], used, 'EX', ARGV[4])
  end
end
if not used or (abandoned > 0 and not total) then return {'unknown', now, 0} end
return {'known', now, used}`;

/** Adds requests to a minute that an instance counted without Redis. ARGV: …, requests, lifetime of the counter in seconds. */
const addScript = `${begin}
redis.call('incrby', KEYS[1], ARGV[2])
redis.call('expire', KEYS[1], ARGV[3])
return {'known', now}`;

/** Raises a period to the count of an instance without Redis. ARGV: …, units, lifetime of the counter in seconds. */
const raiseScript = `${begin}
if tonumber(redis.call('get', KEYS[2]) or '-1') < tonumber(ARGV[2]) then redis.call('set', KEYS[2], ARGV[2], 'EX', ARGV[3]) end
return {'known', now}`;

/** By the names of their commands. */
export const scripts = {
  meterTake: takeScript,
  meterGiveBack: giveBackScript,
  meterReconcile: reconcileScript,
  meterAdd: addScript,
  meterRaise: raiseScript,
};

/** The verdict, the clock of Redis, and the counts. */
export type Reply<Verdict extends string = 'known' | 'unknown', Counts extends number[] = [used: number]> =
  | ['late', now: number]
  | [Verdict, now: number, ...Counts];
