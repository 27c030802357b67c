import type { Guild, LocalDiscord, Role } from '@claimcheck/local-discord';
import { OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Stage } from '../../stage.js';
import { staffAlone } from '../set-up.js';
import { actsOf, settled, type WorldPart } from './world-part.js';
import type { ServerActs, ServerPerson, ServerState } from './world-state.js';

const buyerColour = 0x2e_a0_43;
const timeOutMs = 60 * 60_000;

export interface ServerPartOptions {
	readonly stage: Pick<Stage, 'discord' | 'guild' | 'roles' | 'channels' | 'newPerson'>;
	/** Another owner's server, into which the bot was added; undefined if there is none. */
	readonly second: () => Guild | undefined;
	/** Receives a new member whom one can act as. */
	readonly onJoined: (person: { readonly userId: string; readonly alias: string }) => void;
	readonly onChange: (state: ServerState) => void;
}

/** Acts of the server's staff, its members and Discord itself on it. */
export class ServerPart implements WorldPart {
	readonly name = 'server';
	readonly acts: WorldPart['acts'] = actsOf<ServerActs>({
		'server-move-role': {
			args: z.object({ roleId: z.string(), direction: z.enum(['up', 'down']) }),
			run: ({ roleId, direction }) => this.#moveRole(roleId, direction === 'up' ? 1 : -1),
		},
		'server-manage-roles': {
			args: z.object({ isOn: z.boolean() }),
			run: ({ isOn }) => {
				const { botRole } = this.#guild;
				const without = botRole.permissions & ~PermissionFlagsBits.ManageRoles;
				this.#guild.setRolePermissions(
					botRole.id,
					isOn ? without | PermissionFlagsBits.ManageRoles : without,
				);
			},
		},
		'server-buyer-role': {
			args: z.object({ isThere: z.boolean() }),
			run: ({ isThere }) => this.#setBuyerRole(isThere),
		},
		'server-give-role': {
			args: z.object({ userId: z.string(), roleId: z.string(), isGiven: z.boolean() }),
			run: ({ userId, roleId, isGiven }) => {
				if (isGiven) this.#guild.giveRole(userId, roleId);
				else this.#guild.takeRole(userId, roleId);
			},
		},
		'server-membership': {
			args: z.object({ userId: z.string(), isMember: z.boolean() }),
			run: ({ userId, isMember }) => {
				const isThere = this.#guild.members.has(userId);
				if (isMember && !isThere) this.#guild.addMember(this.#discord.users.get(userId));
				if (isMember) this.#departed.delete(userId);
				if (isMember || !isThere) return;
				this.#departed.add(userId);
				this.#guild.removeMember(userId);
			},
		},
		'server-time-out': {
			args: z.object({ userId: z.string(), isOn: z.boolean() }),
			run: ({ userId, isOn }) =>
				this.#guild.timeOut(userId, isOn ? this.#discord.now() + timeOutMs : undefined),
		},
		'server-join': {
			args: z.object({ name: z.string().trim().min(1, 'Give the new member a name').max(32) }),
			run: ({ name }) => this.#join(name),
		},
		'server-audit': {
			args: z.object({ state: z.enum(['deleted', 'unwritable', 'writable']) }),
			run: ({ state }) => this.#setAudit(state),
		},
		'server-rename-channel': {
			args: z.object({
				channelId: z.string(),
				name: z
					.string()
					.trim()
					.min(1, 'Give the channel a name')
					.max(100)
					.transform((name) => name.toLowerCase().replaceAll(/\s+/g, '-')),
			}),
			run: ({ channelId, name }) => this.#guild.renameChannel(channelId, name),
		},
		'server-remove-bot': {
			args: z.object({}),
			run: () => {
				const second = this.#second();
				if (second !== undefined) this.#discord.removeBot(second.id);
			},
		},
	});
	readonly #options: ServerPartOptions;
	readonly #changed: ReturnType<typeof settled>;
	readonly #unfollow: () => void;
	/** Who has left by an act of the panel, and may come back; the cast of an earlier task is not among them. */
	readonly #departed = new Set<string>();
	#buyerRoleId: string;
	#auditId: string;

	constructor(options: ServerPartOptions) {
		this.#options = options;
		this.#buyerRoleId = options.stage.roles.buyer.id;
		this.#auditId = options.stage.channels.audit;
		this.#changed = settled(() => options.onChange(this.state()));
		this.#unfollow = options.stage.discord.events.on('guild-changed', () => this.#changed());
	}

	state(): ServerState {
		const guild = this.#guild;
		const { botRole } = guild;
		return {
			guildId: guild.id,
			otherGuildId: this.#second()?.id,
			botRoleId: botRole.id,
			botMayManageRoles: (botRole.permissions & PermissionFlagsBits.ManageRoles) !== 0n,
			buyerRoleId: this.#buyerRole()?.id,
			audit: { channelId: this.#audit()?.id, isWritable: this.#isAuditWritable() },
			people: this.#people(),
		};
	}

	/** Those who were sent away don't come back. */
	forgetDeparted(): void {
		this.#departed.clear();
		this.#changed();
	}

	close(): void {
		this.#unfollow();
		this.#changed.cancel();
	}

	/** The other server, while the bot is in it. */
	#second(): Guild | undefined {
		const second = this.#options.second();
		return second !== undefined && this.#discord.guilds.has(second.id) ? second : undefined;
	}

	get #guild(): Guild {
		return this.#options.stage.guild;
	}

	get #discord(): LocalDiscord {
		return this.#options.stage.discord;
	}

	#people(): ServerPerson[] {
		const { members } = this.#guild;
		const there = [...members.values()].filter(({ user }) => !user.isBot).map(({ user }) => user.id);
		const { ownerId } = this.#guild;
		// The owner is not among the people one meets.
		const inOrder = [...new Set([...there, ...this.#departed])].sort(
			(one, other) => Number(one === ownerId) - Number(other === ownerId),
		);
		return inOrder.map((userId) => {
			const member = members.get(userId);
			return {
				userId,
				name: this.#discord.users.get(userId).displayName,
				isMember: member !== undefined,
				isTimedOut: (member?.timedOutUntil ?? 0) > this.#discord.now(),
				roleIds: [...(member?.roleIds ?? [])],
			};
		});
	}

	#moveRole(roleId: string, by: 1 | -1): void {
		const from = this.#guild.rolesFromBelow().findIndex(({ id }) => id === roleId);
		// Below everything is @everyone, which no role can pass.
		const to = Math.min(Math.max(from + by, 1), this.#guild.roles.size - 1);
		if (from > 0) this.#guild.moveRole(roleId, to);
	}

	#buyerRole(): Role | undefined {
		return this.#guild.roles.get(this.#buyerRoleId);
	}

	#setBuyerRole(isThere: boolean): void {
		const role = this.#buyerRole();
		if (!isThere && role !== undefined) this.#guild.deleteRole(role.id);
		// Another role of the same name, as Discord makes it: the bot's settings have to be changed to it.
		if (isThere && role === undefined) {
			this.#buyerRoleId = this.#guild.addRole({ name: 'Buyer', color: buyerColour }).id;
			this.#changed();
		}
	}

	#join(name: string): string {
		const alias = name.toLowerCase().replaceAll(/\s+/g, '-');
		const { id } = this.#options.stage.newPerson(name);
		this.#options.onJoined({ userId: id, alias });
		return id;
	}

	#audit() {
		return this.#guild.channels.get(this.#auditId);
	}

	#isAuditWritable(): boolean {
		const channel = this.#audit();
		if (channel === undefined) return false;
		const may = this.#guild.permissionsOf(this.#discord.botId, channel.id);
		return (may & PermissionFlagsBits.SendMessages) !== 0n;
	}

	#setAudit(state: ServerActs['server-audit']['state']): void {
		const guild = this.#guild;
		const channel = this.#audit();
		if (state === 'deleted') {
			if (channel !== undefined) guild.deleteChannel(channel.id);
			return;
		}
		if (channel === undefined) {
			const overwrites = staffAlone(this.#options.stage);
			this.#auditId = guild.addChannel({ name: 'staff-audit', overwrites }).id;
			this.#changed();
		}
		const others = guild.overwritesOf(this.#auditId).filter(({ id }) => id !== guild.botRole.id);
		const forBot = {
			id: guild.botRole.id,
			type: OverwriteType.Role,
			allow: state === 'writable' ? PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages : 0n,
			deny: state === 'writable' ? 0n : PermissionFlagsBits.SendMessages,
		};
		guild.setOverwrites(this.#auditId, [...others, forBot]);
	}
}
