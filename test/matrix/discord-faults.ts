import type { FaultEffect } from '@claimcheck/local-discord';
import { PermissionFlagsBits } from 'discord.js';
import { answerRoute, editAnswer, giveRole } from '../e2e/acts.js';
import type { Fault } from './fault.js';
import type { World } from './world.js';

const takeRole = 'DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}';
const post = 'POST /channels/{channel_id}/messages';
const member = 'GET /guilds/{guild_id}/members/{user_id}';
const clear = ({ stage }: World): void => stage.discord.faults.clear();

const refusal = (status: number, code: number, message: string): FaultEffect => ({
	kind: 'answer',
	status,
	body: { message, code },
});

const limited = (scope: 'user' | 'shared' | 'global'): FaultEffect => ({
	kind: 'answer',
	status: 429,
	headers: {
		'Retry-After': '1',
		'X-RateLimit-Scope': scope,
		...(scope === 'global' && { 'X-RateLimit-Global': 'true' }),
	},
	body: { message: 'You are being rate limited.', retry_after: 0.5, global: scope === 'global' },
});

/**
 * Hits each response to an interaction once. Of calls with a limit per server, it hits the first ones in each group.
 */
function rateLimited(name: string, scope: 'user' | 'shared' | 'global'): Fault {
	const effect = limited(scope);
	return {
		of: 'Discord',
		name,
		begin({ stage }) {
			for (const route of [answerRoute, editAnswer] as const) stage.discord.faults.addForEach(route, effect);
		},
		strike({ stage }) {
			for (const route of [giveRole, takeRole, post, member] as const)
				stage.discord.faults.add(route, effect, 2);
		},
		end: clear,
	};
}

/** Hits every request once, so that a retry succeeds. */
function firstTry(name: string, effect: FaultEffect): Fault {
	return {
		of: 'Discord',
		name,
		begin: ({ stage }) => void stage.discord.faults.addForEach('*', effect),
		end: clear,
	};
}

/** Hits every acknowledgement. */
function untaken(name: string, effect: FaultEffect): Fault {
	return {
		of: 'Discord',
		name,
		begin: ({ stage }) => void stage.discord.faults.add(answerRoute, effect),
		end: clear,
		unanswerable: 'Discord takes no acknowledgement',
	};
}

/** The session can't be resumed after these, so Discord's packets in between are lost. */
const endOfSession = 'what Discord sent in between is gone with the session';
type GatewayControl = World['stage']['discord']['gateway'];

/** A fault of the gateway before each group of acts. */
function struck(name: string, strike: (gateway: GatewayControl) => void, unanswerable?: string): Fault {
	return {
		of: 'Discord',
		name,
		begin: () => {},
		strike: ({ stage }) => strike(stage.discord.gateway),
		end: () => {},
		...(unanswerable !== undefined && { unanswerable }),
	};
}

/** Staff notice the problem and change something, which makes the bot try again. */
function renameBuyerRole({ stage }: World): void {
	stage.guild.renameRole(stage.roles.buyer.id, 'Customer');
}

/** Faults of Discord. `test/fuzz/discord` covers other gateway codes at other moments. */
export const discordFaults: readonly Fault[] = [
	rateLimited('429 of the bot', 'user'),
	rateLimited('429 shared', 'shared'),
	rateLimited('429 global', 'global'),
	firstTry('500', refusal(500, 0, 'Internal')),
	firstTry('502 with a page', { kind: 'answer', status: 502, body: '<html>Bad gateway</html>' }),
	firstTry('connection reset', { kind: 'reset' }),
	firstTry('answer lost', { kind: 'lose-answer' }),
	{
		of: 'Discord',
		name: '2 s late',
		begin: ({ stage }) => void stage.discord.faults.add('*', { kind: 'delay', ms: 2_000 }),
		end: clear,
	},
	{
		of: 'Discord',
		name: 'hangs after the acknowledgement',
		begin({ stage }) {
			for (const route of [editAnswer, post, giveRole, takeRole] as const)
				stage.discord.faults.addForEach(route, { kind: 'hang' });
		},
		end: clear,
	},
	untaken('10062', refusal(404, 10_062, 'Unknown interaction')),
	untaken('500 for good', refusal(500, 0, 'Internal')),
	{
		of: 'Discord',
		name: '50013 for roles',
		begin({ stage }) {
			for (const route of [giveRole, takeRole] as const)
				stage.discord.faults.add(route, refusal(403, 50_013, 'Missing Permissions'));
		},
		end(world) {
			clear(world);
			renameBuyerRole(world);
		},
	},
	{
		of: 'Discord',
		name: 'Manage Roles taken',
		begin: ({ stage }) =>
			stage.guild.setRolePermissions(stage.guild.botRole.id, PermissionFlagsBits.ViewChannel),
		end: ({ stage, botPermissions }) =>
			stage.guild.setRolePermissions(stage.guild.botRole.id, botPermissions),
	},
	{
		of: 'Discord',
		name: '50013 for messages',
		begin: ({ stage }) => void stage.discord.faults.add(post, refusal(403, 50_013, 'Missing Permissions')),
		end: clear,
	},
	...[1006, 4009].map((code) => struck(`gateway closes with ${code}`, (gateway) => gateway.drop(code))),
	...[1000, 4007].map((code) =>
		struck(`gateway closes with ${code}`, (gateway) => gateway.drop(code), endOfSession),
	),
	struck('asks to reconnect', (gateway) => gateway.requestReconnect()),
	struck('session invalid, resumable', (gateway) => gateway.invalidateSessions(true)),
	struck('session invalid', (gateway) => gateway.invalidateSessions(false), endOfSession),
	struck(
		'resume lost',
		(gateway) => {
			gateway.forgetSessions();
			gateway.drop(4000);
		},
		endOfSession,
	),
	{
		of: 'Discord',
		name: 'heartbeats not answered',
		options: { heartbeatIntervalMs: 1_000 },
		begin: ({ stage }) => {
			stage.discord.gateway.acknowledgesHeartbeats = false;
		},
		end: ({ stage }) => {
			stage.discord.gateway.acknowledgesHeartbeats = true;
		},
	},
];
