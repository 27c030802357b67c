import type { FaultEffect } from '@claimcheck/local-discord';
import { PermissionFlagsBits } from 'discord.js';
import { giveRole, type RoleScene } from './role-scene.js';

/** Something that keeps a role from a member, from its beginning to its end. */
export interface Trouble {
	/** The first column of the table. */
	readonly name: string;
	/** True if people must mend it, so that it must be reported, once. */
	readonly alerts: boolean;
	/** How many members meet it: enough for a call too many to show where each of them could cause one. */
	readonly members: number;
	/** True if it can only come about while members wait for their answer. */
	readonly comesInBetween?: true;
	/** True if it kills the bot. */
	readonly kills?: true;
	/** Brings the trouble about. The bot may be running or not. */
	begin(scene: RoleScene): void;
	/** Waits until the trouble has been met, after the members have verified or the bot has found the drift. */
	met(scene: RoleScene): Promise<void>;
	/** Acts of a person, Discord or a supervisor. The bot gets no other help. */
	mend(scene: RoleScene): Promise<void>;
}

const noPermissions = PermissionFlagsBits.ViewChannel;

/** A fault on the route that gives roles, for the first `times` calls: it mends itself. */
function passing(name: string, effects: readonly FaultEffect[]): Trouble {
	return {
		name,
		alerts: false,
		members: 1,
		begin: ({ stage }) => {
			for (const effect of effects) stage.discord.faults.add(giveRole, effect, 1);
		},
		met: (scene) => scene.roleCallsReach(effects.length),
		mend: async () => {},
	};
}

/** The bot ends while a role waits to be given, and starts again as a supervisor would. */
function interrupted(
	name: string,
	effect: FaultEffect,
	end: (scene: RoleScene) => Promise<unknown>,
): Trouble {
	return {
		name,
		alerts: false,
		members: 1,
		begin: ({ stage }) => void stage.discord.faults.add(giveRole, effect),
		met: (scene) => scene.roleCallsReach(1),
		async mend(scene) {
			await end(scene);
			scene.stage.discord.faults.clear(giveRole);
			await scene.start();
		},
	};
}

/** A trouble that people mend in Discord. */
function mended(
	name: string,
	begin: (scene: RoleScene) => void,
	mend: (scene: RoleScene) => void | Promise<void>,
): Trouble {
	return {
		name,
		alerts: true,
		members: 12,
		begin,
		met: (scene) => scene.alerted(),
		mend: async (scene) => mend(scene),
	};
}

/** Every trouble that the roles have to survive, in the order of the table. */
export const troubles: readonly Trouble[] = [
	{
		name: 'The member left and came back',
		alerts: false,
		members: 1,
		comesInBetween: true,
		begin: (scene) => scene.allLeave(),
		met: (scene) => scene.nothingMoreToDo(),
		mend: async (scene) => scene.allReturn(),
	},
	mended(
		'The role was deleted',
		({ stage }) => stage.guild.deleteRole(stage.roles.buyer.id),
		async (scene) => {
			const role = scene.stage.guild.addRole({ name: 'Customer' });
			await scene.chooseBuyerRole(role.id);
		},
	),
	mended(
		'The role stands above the bot',
		({ stage }) => stage.guild.moveRole(stage.roles.buyer.id, 5),
		({ stage }) => stage.guild.moveRole(stage.roles.buyer.id, 1),
	),
	mended(
		'Manage Roles was taken',
		({ stage }) => stage.guild.setRolePermissions(stage.guild.botRole.id, noPermissions),
		({ stage }) =>
			stage.guild.setRolePermissions(stage.guild.botRole.id, noPermissions | PermissionFlagsBits.ManageRoles),
	),
	mended(
		'Discord refuses for a reason it doesn’t give',
		({ stage }) => {
			const body = { message: 'Missing Permissions', code: 50_013 };
			stage.discord.faults.add(giveRole, { kind: 'answer', status: 403, body });
		},
		({ stage }) => {
			stage.discord.faults.clear(giveRole);
			stage.guild.renameRole(stage.roles.buyer.id, 'Customer');
		},
	),
	passing(
		'429',
		Array.from({ length: 2 }, () => ({
			kind: 'answer',
			status: 429,
			headers: { 'Retry-After': '1', 'X-RateLimit-Scope': 'shared' },
			body: { message: 'You are being rate limited.', retry_after: 0.5, global: false },
		})),
	),
	passing(
		'500',
		[1, 2].map(() => ({ kind: 'answer', status: 500, body: { message: 'Internal', code: 0 } })),
	),
	passing('The connection drops', [{ kind: 'reset' }, { kind: 'lose-answer' }]),
	interrupted(
		'A restart in the middle',
		{ kind: 'answer', status: 500, body: { message: 'Internal', code: 0 } },
		(scene) => scene.stop(),
	),
	{ ...interrupted('kill -9 in the middle', { kind: 'hang' }, (scene) => scene.kill()), kills: true },
];
