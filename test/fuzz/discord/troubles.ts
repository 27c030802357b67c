import { GatewayOpcodes } from 'discord.js';
import type { Json } from '../edge.js';
import { raw } from '../wire.js';
import { nothing } from './rest-answers.js';
import { gatewayMark, gatewayOf, guildCreate, guildId, hello, readyOf, roleId, userIds } from './sane.js';

const json = { 'content-type': 'application/json', via: '1.1 google' };
const limits = {
	'x-ratelimit-bucket': 'abcd1234',
	'x-ratelimit-limit': '10',
	'x-ratelimit-remaining': '9',
	'x-ratelimit-reset-after': '1.5',
};
const refusal = (status: number, code: number) => ({ status, headers: json, body: { message: 'No', code } });
const limited = (retryAfter: Json, scope: string) => ({
	status: 429,
	headers: { ...json, 'retry-after': retryAfter, 'x-ratelimit-scope': scope },
	body: { message: 'You are being rate limited.', retry_after: retryAfter, global: scope === 'global' },
});
const page = { 'content-type': 'text/html' };
/** Longer than the head of the response, so that the bytes after the 400th belong to the body. */
const good = {
	status: 200,
	headers: { ...json, ...limits },
	body: { id: '1', roles: [], note: 'a'.repeat(600) },
};

/** Responses of Discord, Cloudflare and proxies on their bad days. */
export const troubles: readonly Json[] = [
	{ status: 204, headers: limits, body: nothing },
	{ status: 200, headers: { ...json, ...limits, 'x-ratelimit-remaining': '0' }, body: {} },
	{ status: 200, headers: { ...json, ...limits, 'x-ratelimit-reset-after': 'NaN' }, body: [] },
	...['0.3', 2, 45, 700, 'NaN', '-1', '', '1e999', 1e15, [1, 2], null].flatMap((seconds) => [
		limited(seconds, 'user'),
		limited(seconds, 'global'),
		{ status: 429, headers: { ...page, 'retry-after': seconds }, body: raw('<html>', 1) },
	]),
	...[500, 502, 503, 504, 520].map((status) => ({ status, headers: page, body: raw('<html>', 1) })),
	...[301, 302, 304].map((status) => ({ status, headers: { location: 'https://example.com/' } })),
	refusal(400, 50_035),
	refusal(401, 0),
	refusal(403, 50_013),
	refusal(404, 10_062),
	refusal(404, 10_007),
	refusal(400, 40_060),
	{ status: 403, headers: page, body: raw('<html>', 1) },
	{ status: 400, headers: json, body: null },
	{ status: 404, headers: json, body: raw('{"code":', 1) },
	{ status: 400, headers: json, body: { code: 50_035, message: 1, errors: { a: null } } },
	{ status: 200, headers: json, body: { user: { id: 'x' }, roles: null, pending: true } },
	{ status: 200, headers: json, body: { a: 1 }, length: 100 },
	{ status: 101 },
	'cut',
	// Accepted and silent; half a line, the headers or half a body, then silence; one byte at a time.
	...[0, 9, 200, 400].map((sent) => ({ ...good, sent })),
	...[10, 3_000, 7_000, 20_000].flatMap((drip) => [
		{ ...good, sent: 0, drip },
		{ ...good, sent: 400, drip },
	]),
	{ ...limited(2, 'global'), sent: 120, drip: 1_000 },
];

const ok = (body: Json): Json => ({ status: 200, headers: json, body });
const gateway = gatewayOf(1_000, 3_600_000);
export const goodGateway = ok(gateway);

/** More responses to `GET /gateway/bot` on such days. */
export const gatewayTroubles: readonly Json[] = [
	ok(gatewayOf(0, 60_000)),
	ok(gatewayOf(0, 86_400_000)),
	ok(gatewayOf(0, 1e15)),
	ok(gatewayOf(0, 0)),
	ok(gatewayOf(1, -1)),
	ok({ ...gateway, shards: 0 }),
	ok({ ...gateway, shards: 1e9 }),
	ok({ ...gateway, url: 'http://gateway' }),
	ok({
		...gateway,
		session_start_limit: { total: 1_000, remaining: 1_000, reset_after: 0, max_concurrency: 0 },
	}),
	ok({ ...gateway, session_start_limit: null }),
	ok({ url: gatewayMark }),
	ok(null),
];

const guildDelete: Json = { op: 0, t: 'GUILD_DELETE', s: 6, d: { id: guildId, unavailable: true } };
const invalid = (isResumable: boolean): Json => ({ op: GatewayOpcodes.InvalidSession, d: isResumable });
const reconnect: Json = { op: GatewayOpcodes.Reconnect, d: null };
const quickHello: Json = { op: GatewayOpcodes.Hello, d: { heartbeat_interval: 41_250 } };
const ready = readyOf('mad');
const loggedIn: readonly Json[] = [quickHello, 'log-in', ready, guildCreate];

export const events: readonly Json[] = [
	{ op: 0, t: 'GUILD_ROLE_UPDATE', s: 2, d: { guild_id: guildId, role: { id: roleId, name: 'Buyer' } } },
	{ op: 0, t: 'GUILD_ROLE_DELETE', s: 3, d: { guild_id: guildId, role_id: roleId } },
	{ op: 0, t: 'GUILD_MEMBER_REMOVE', s: 4, d: { guild_id: guildId, user: { id: userIds[0] ?? '' } } },
	{ op: 0, t: 'CHANNEL_CREATE', s: 5, d: { id: '9', type: 0, name: 'a', guild_id: guildId } },
	guildDelete,
	hello,
	invalid(false),
	invalid(true),
	reconnect,
	{ op: GatewayOpcodes.Heartbeat },
	{ op: GatewayOpcodes.HeartbeatAck },
	ready,
	guildCreate,
];

/** Connections that go wrong again and again. */
export const lasting: readonly Json[] = [
	['refuse'],
	['cut'],
	[quickHello, 'cut'],
	[quickHello, 'hang'],
	[quickHello, 'log-in', 'hang'],
	[quickHello, 'log-in', invalid(false)],
	[...loggedIn, { close: 4_007 }],
	[...loggedIn, reconnect],
];

/** Gateway connections on bad days, in the format of raw-gateway.ts. */
export const connections: readonly Json[] = [
	['refuse'],
	['cut'],
	['hang'],
	[quickHello, 'cut'],
	[quickHello, 'hang'],
	[quickHello, quickHello, 'log-in', ready, guildCreate],
	[quickHello, 'log-in', 'cut'],
	[quickHello, 'log-in', 'hang'],
	[quickHello, 'log-in', { pause: 14_000 }, ready, { pause: 20_000 }, guildCreate],
	[quickHello, 'log-in', { pause: 16_000 }, ready, guildCreate],
	[quickHello, 'log-in', ready],
	[quickHello, 'log-in', guildCreate, ready],
	...[{ guilds: null }, { guilds: [null] }, { guilds: [] }, { user: null }, { session_id: 1 }].map(
		(wrong) => [quickHello, 'log-in', { ...ready, d: { ...ready.d, ...wrong } }, guildCreate],
	),
	...[{ id: null }, { roles: null }, { members: null }, { unavailable: true }, { channels: {} }].map(
		(wrong) => [quickHello, 'log-in', ready, { ...guildCreate, d: { ...guildCreate.d, ...wrong } }],
	),
	[quickHello, 'log-in', ready, 'hang'],
	[quickHello, 'log-in', ready, guildDelete],
	[quickHello, 'log-in', invalid(false)],
	[quickHello, 'log-in', invalid(true), invalid(true)],
	[...loggedIn, 'hang'],
	[...loggedIn, 'cut'],
	[...loggedIn, reconnect, reconnect],
	[...loggedIn, invalid(false), reconnect],
	[...loggedIn, invalid(true)],
	[...loggedIn, ready, guildCreate],
	[...loggedIn, raw('{"op":', 1), raw('\u00ff', 3)],
	...[1_000, 1_001, 1_011, 4_000, 4_003, 4_004, 4_005, 4_007, 4_008, 4_009, 4_013, 4_014].flatMap((close) => [
		[quickHello, 'log-in', { close }],
		[...loggedIn, { close }],
	]),
];
