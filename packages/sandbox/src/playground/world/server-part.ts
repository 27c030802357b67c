import type { Guild, LocalDiscord, Role } from '@claimcheck/local-discord';
import { OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import { staffAlone } from '../set-up.js';
import { type ActsOf, settled, type WorldOptions, WorldPart } from './world-part.js';
import type { ServerPerson, ServerState, WorldActs } from './world-state.js';

const buyerColour = 0x2e_a0_43;

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
		'server-buyer-role': ({ isThere }) => this.#setBuyerRole(isThere),
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
		'server-audit': ({ state }) => this.#setAudit(state),
	};
	readonly #changed: ReturnType<typeof settled>;
	readonly #unfollow: () => void;
	/** Who has left by an act of the panel, and may come back; the cast of an earlier task is not among them. */
	readonly #departed = new Set<string>();
	#buyerRoleId: string;
	#auditId: string;

	constructor(options: WorldOptions) {
		super(options);
		const { roles, channels, discord } = options.stage;
		this.#buyerRoleId = roles.buyer.id;
		this.#auditId = channels.audit;
		this.#changed = settled(() => this.notify());
		this.#unfollow = discord.events.on('guild-changed', () => this.#changed());
	}

	state(): ServerState {
		const guild = this.#guild;
		const { botRole } = guild;
		return {
			guildId: guild.id,
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

	override close(): void {
		this.#unfollow();
		this.#changed.cancel();
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

	#audit() {
		return this.#guild.channels.get(this.#auditId);
	}

	#isAuditWritable(): boolean {
		const channel = this.#audit();
		if (channel === undefined) return false;
		const may = this.#guild.permissionsOf(this.#discord.botId, channel.id);
		return (may & PermissionFlagsBits.SendMessages) !== 0n;
	}

	#setAudit(state: WorldActs['server-audit']['state']): void {
		const guild = this.#guild;
		const channel = this.#audit();
		if (state === 'deleted') {
			if (channel !== undefined) guild.deleteChannel(channel.id);
			return;
		}
		if (channel === undefined) {
			const overwrites = staffAlone(this.stage);
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
