import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { snowflake, timestamp } from '../base/row-fields.js';
import type { Settings } from '../config.js';
import type { Store } from '../storage/store.js';
import { type Kind, Table } from '../storage/table.js';
import type { ServedGuilds } from './served-guilds.js';

/** The environment's role and channel, for the first served guild until it has its own. */
type Defaults = Partial<Pick<Settings, 'BUYER_ROLE_ID' | 'AUDIT_CHANNEL_ID'>>;

/** A channel together with its guild, so that its messages can't be posted to another guild. */
export interface AuditChannel {
	readonly guildId: string;
	readonly channelId: string;
}

const rolesByKey = z.record(z.string(), snowflake);
/** Limited to the URL length of a link button. */
const address = z.string().max(512);

/** Discord's limit for one select. */
const maxStaffRoles = 25;
const maxNoticeDays = 60;
const maxGraceDays = 90;
export const defaultNoticeDays = 14;

/** A rule of a kind that no longer exists. */
const droppedRuleSchema = z.strictObject({
	kind: z.enum(['subcategory', 'tag', 'option']),
	/** The subject, as the shop spelled it. */
	key: z.string(),
	roleId: snowflake,
});

export type DroppedRule = Readonly<z.infer<typeof droppedRuleSchema>>;

/** The links of a server; each is absent unless chosen. */
const linksSchema = z.strictObject({
	/** Where buyers get help with their purchases. */
	supportChannelId: snowflake.optional(),
	helpChannelId: snowflake.optional(),
	/** An image or page that shows where a receipt has its code. */
	exampleUrl: address.optional(),
	/** Where support is extended. */
	renewUrl: address.optional(),
});

export type Links = Readonly<z.infer<typeof linksSchema>>;

const settingsSchema = z.strictObject({
	v: z.literal(1),
	buyerRoleId: snowflake.optional(),
	supportedRoleId: snowflake.optional(),
	/** Null for none, even if the environment names one. */
	auditChannelId: snowflake.nullable().optional(),
	itemRoles: rolesByKey,
	categoryRoles: rolesByKey,
	licenceRoles: rolesByKey,
	/** Role to the powers that were confirmed when it was chosen, as permission bits in decimal digits. */
	confirmedPowers: z.record(snowflake, z.string().regex(/^\d{1,40}$/)).optional(),
	/** Roles whose members are staff without Manage Roles. */
	staffRoleIds: z.array(snowflake).max(maxStaffRoles).optional(),
	links: linksSchema.optional(),
	/** Who may show items to everyone in a channel. Absent for everyone. */
	sharing: z.enum(['everyone', 'staff']).optional(),
	/** True if members may send pictures with a request to staff. */
	pictures: z.boolean().optional(),
	/** Dropped by an upgrade, and not yet reported in the audit channel. */
	droppedRules: z.array(droppedRuleSchema).optional(),
	/** For purchases bought from `from` (included) until `until` (excluded), in milliseconds since the epoch. */
	dateRoles: z
		.array(z.strictObject({ from: timestamp.optional(), until: timestamp.optional(), roleId: snowflake }))
		.optional(),
	support: z
		.strictObject({
			/** Days before the end of support from which members see it coming. Absent for `defaultNoticeDays`. */
			noticeDays: z.int().min(1).max(maxNoticeDays).optional(),
			/** Held during those days. */
			endsSoonRoleId: snowflake.optional(),
			/** Days after the end of support for which its role stays. Absent for none. */
			graceDays: z.int().min(1).max(maxGraceDays).optional(),
		})
		.optional(),
	/** Announcements of new items and versions. Absent if off. */
	updates: z
		.strictObject({
			channelId: snowflake,
			/** Earlier items are not announced. Milliseconds since the epoch. */
			since: timestamp,
			/** Absent for all. Spelled as in the item list. */
			categories: z.array(z.string().max(100)).min(1).max(25).optional(),
			/** For members who asked for it; announcements mention it. */
			roleId: snowflake.optional(),
		})
		.optional(),
});

/** A guild's own choices, as stored. */
export type ChosenSettings = Readonly<z.infer<typeof settingsSchema>>;

export type GuildSettings = Readonly<ReturnType<typeof effective>>;

/** The effective settings of one guild: its own choices over the environment's and other defaults. */
function effective(chosen: ChosenSettings, defaults: Defaults) {
	const { v: _, droppedRules: _dropped, dateRoles = [], staffRoleIds = [], links = {}, ...own } = chosen;
	const { auditChannelId = defaults.AUDIT_CHANNEL_ID, sharing = 'everyone', support = {} } = own;
	const { noticeDays = defaultNoticeDays, graceDays = 0, endsSoonRoleId } = support;
	return {
		...{ ...own, dateRoles, staffRoleIds, links, sharing },
		/** Undefined until the guild is set up; no role is given until then. */
		buyerRoleId: own.buyerRoleId ?? defaults.BUYER_ROLE_ID,
		/** Undefined if there is no audit channel. */
		auditChannelId: auditChannelId ?? undefined,
		support: { noticeDays, graceDays, endsSoonRoleId },
	};
}

/** The roles that follow from a claim in one guild. Keys are spelled as in claims; values are role ids. */
export type RoleRules = GuildSettings & { readonly buyerRoleId: string };

export type SupportSettings = Omit<GuildSettings['support'], 'endsSoonRoleId'>;

export type Period = Omit<RoleRules['dateRoles'][number], 'roleId'>;

export const settingsKind: Kind<ChosenSettings> = {
	prefix: 'settings:',
	schema: settingsSchema,
	damaged: 'rejects',
};

const nothingChosen: ChosenSettings = { v: 1, itemRoles: {}, categoryRoles: {}, licenceRoles: {} };

/**
 * The settings of every guild, kept in the store. Nothing is cached, so that each process gives roles by the latest
 * choices. Rejects with the store's errors.
 */
export class GuildSettingsStore {
	readonly #rows: Table<ChosenSettings>;
	readonly #defaults: Defaults;
	readonly #served: ServedGuilds;

	constructor(store: Store, defaults: Defaults, served: ServedGuilds) {
		this.#rows = new Table(settingsKind, store);
		this.#defaults = defaults;
		this.#served = served;
	}

	/** Per interaction: read them once and pass them down. */
	async get(guildId: string): Promise<GuildSettings> {
		return this.#overDefaults(guildId, (await this.#rows.get(guildId)) ?? nothingChosen);
	}

	async rulesOf(guildId: string): Promise<RoleRules | undefined> {
		return rulesIn(await this.get(guildId));
	}

	/** The audit channel of a served guild; the first one's if no guild is given, for messages to operators. */
	async auditChannelOf(guildId = this.#served.ids[0]): Promise<AuditChannel | undefined> {
		if (guildId === undefined || !this.#served.serves(guildId)) return undefined;
		const { auditChannelId: channelId } = await this.get(guildId);
		return channelId === undefined ? undefined : { guildId, channelId };
	}

	/** `change`: pure, because it may run several times. @returns the settings before, or undefined if nothing changed */
	async change(
		guildId: string,
		change: (current: ChosenSettings) => ChosenSettings,
	): Promise<GuildSettings | undefined> {
		const changed = await this.#rows.change(guildId, (current = nothingChosen) => {
			const next = change(current);
			return isDeepStrictEqual(current, next) ? undefined : next;
		});
		return changed && this.#overDefaults(guildId, changed.before ?? nothingChosen);
	}

	/** Removes the rules that an upgrade dropped from the guild's row, and returns them. */
	async takeDroppedRules(guildId: string): Promise<readonly DroppedRule[]> {
		const changed = await this.#rows.change(guildId, (row) => {
			const { droppedRules, ...next } = row ?? nothingChosen;
			return droppedRules && next;
		});
		return changed?.before?.droppedRules ?? [];
	}

	/** The guilds with their own choices, and their settings. Unreadable ones are skipped. */
	async *all(): AsyncGenerator<{ readonly guildId: string; readonly settings: GuildSettings }> {
		for await (const { id: guildId, row } of this.#rows.all())
			yield { guildId, settings: this.#overDefaults(guildId, row) };
	}

	#overDefaults(guildId: string, chosen: ChosenSettings): GuildSettings {
		return effective(chosen, guildId === this.#served.ids[0] ? this.#defaults : {});
	}
}

/** The roles that follow from a claim in the guild; undefined if no buyer role is known. */
export function rulesIn({ buyerRoleId, ...settings }: GuildSettings): RoleRules | undefined {
	return buyerRoleId === undefined ? undefined : { ...settings, buyerRoleId };
}
