import type { Guild, LocalDiscord } from '@claimcheck/local-discord';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { type ActsOf, settled, type WorldOptions, WorldPart } from './world-part.js';
import type { ServerPerson, ServerState } from './world-state.js';

/** Acts of the server's staff, its members and Discord itself on it. */
export class ServerPart extends WorldPart {
	readonly name = 'server';
	readonly acts: ActsOf<'server'> = {
		'server-move-role': ({ roleId, direction }) => this.#moveRole(roleId, direction === 'up' ? 1 : -1),
		'server-manage-roles': ({ isOn }) => {
			const { ManageRoles } = PermissionFlagsBits;
			const { botRole } = this.#guild;
			const without = botRole.permissions & ~ManageRoles;
			this.#guild.setRolePermissions(botRole.id, isOn ? without | ManageRoles : without);
		},
		'server-give-role': ({ userId, roleId, isGiven }) => {
			if (isGiven) this.#guild.giveRole(userId, roleId);
			else this.#guild.takeRole(userId, roleId);
		},
		'server-membership': ({ userId, isMember }) => {
			const isThere = this.#guild.members.has(userId);
			if (isMember && !isThere) this.#guild.addMember(this.#discord.users.get(userId));
			if (isMember) this.#departed.delete(userId);
			if (isMember || !isThere) return;
			this.#departed.add(userId);
			this.#guild.removeMember(userId);
		},
	};
	readonly #changed = settled(() => this.notify());
	/** The people whom the panel has removed and who may come back, without the cast of an earlier task. */
	readonly #departed = new Set<string>();

	constructor(options: WorldOptions) {
		super(options);
		const { events } = options.stage.discord;
		this.endings.push(events.on('guild-changed', this.#changed), this.#changed.cancel);
	}

	state(): ServerState {
		const guild = this.#guild;
		const { botRole } = guild;
		return {
			guildId: guild.id,
			botRoleId: botRole.id,
			botMayManageRoles: (botRole.permissions & PermissionFlagsBits.ManageRoles) !== 0n,
			buyerRoleId: this.stage.roles.buyer.id,
			people: this.#people(),
		};
	}

	/** People who were kicked don't come back. */
	forgetDeparted(): void {
		this.#departed.clear();
		this.#changed();
	}

	get #guild(): Guild {
		return this.stage.guild;
	}

	get #discord(): LocalDiscord {
		return this.stage.discord;
	}

	#people(): ServerPerson[] {
		const { members } = this.#guild;
		const there = [...members.values()].filter(({ user }) => !user.isBot).map(({ user }) => user.id);
		const { ownerId } = this.#guild;
		// The owner is not among the people to act as.
		const inOrder = [...new Set([...there, ...this.#departed])].sort(
			(one, other) => Number(one === ownerId) - Number(other === ownerId),
		);
		return inOrder.map((userId) => {
			const member = members.get(userId);
			return {
				userId,
				name: this.#discord.users.get(userId).displayName,
				isMember: member !== undefined,
				roleIds: [...(member?.roleIds ?? [])],
			};
		});
	}

	#moveRole(roleId: string, by: 1 | -1): void {
		const from = this.#guild.rolesFromBelow().findIndex(({ id }) => id === roleId);
		// Below all roles is @everyone, which no role can pass.
		const to = Math.min(Math.max(from + by, 1), this.#guild.roles.size - 1);
		if (from > 0) this.#guild.moveRole(roleId, to);
	}
}
