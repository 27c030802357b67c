import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { StoreCorruptError } from '../base/errors.js';
import { snowflake } from '../base/row-fields.js';
import type { ClaimPolicy } from '../claims/policy.js';
import { type ListedStore, update } from '../storage/update.js';
import type { ItemLinks, Links } from './link-settings.js';
import type { RoleRules } from './role-rules.js';

/** What of a purchase a role can depend on, besides its being valid. */
export type RuleKind = 'item' | 'category' | 'licence';

/** The settings of one guild as they count: what was chosen there, over the environment's defaults. */
export interface GuildSettings extends Omit<RoleRules, 'buyerRoleId'> {
	/** Undefined: the guild has not been set up, and no role is given there. */
	readonly buyerRoleId: string | undefined;
	/** Undefined: nothing is written anywhere. */
	readonly auditChannelId: string | undefined;
	/** Roles whose members look after purchases without Manage Roles. */
	readonly staffRoleIds: readonly string[];
	readonly links: Links;
	/** By the item's id. */
	readonly itemLinks: Readonly<Record<string, ItemLinks>>;
	/** Who may show items to everyone in a channel. */
	readonly sharing: 'everyone' | 'staff';
}

/** One row of settings, as everything that depends on it sees it. */
export interface ReadSettings {
	readonly settings: GuildSettings;
	/** Which roles follow from a claim in the guild; undefined if no buyer role is known. */
	readonly rules: RoleRules | undefined;
	/** How claims may be held, if the guild is home. */
	readonly policy: ClaimPolicy;
}

/** The environment's part. */
export type SettingsDefaults = Pick<GuildSettings, 'buyerRoleId' | 'auditChannelId'>;

const prefix = 'settings:';
const rolesByKey = z.record(z.string(), snowflake);
/** What fits on a link button. */
const address = z.string().max(512);

/** More would be a code for everybody. */
const mostSeats = 50;
/** Discord's limit for one select. */
const mostStaffRoles = 25;

/** What was chosen in a guild, under `settings:` and its id. */
export const settingsSchema = z.strictObject({
	v: z.literal(1),
	buyerRoleId: snowflake.optional(),
	supportedRoleId: snowflake.optional(),
	/** Null: none, also where the environment names one. */
	auditChannelId: snowflake.nullable().optional(),
	itemRoles: rolesByKey,
	categoryRoles: rolesByKey,
	licenceRoles: rolesByKey,
	/** Absent: not allowed. */
	unlinking: z
		.discriminatedUnion('kind', [
			z.strictObject({ kind: z.enum(['never', 'transfer-only', 'members-move']) }),
			z.strictObject({ kind: z.literal('after-days'), days: z.int().min(0).max(365) }),
		])
		.optional(),
	/** Holders of one code by licence type, where that is more than one. */
	seats: z.record(z.string(), z.int().min(2).max(mostSeats)).optional(),
	/** Role to the powers that were confirmed when it was chosen, as permission bits in decimal digits. */
	confirmedPowers: z.record(snowflake, z.string().regex(/^\d{1,40}$/)).optional(),
	staffRoleIds: z.array(snowflake).max(mostStaffRoles).optional(),
	links: z
		.strictObject({
			supportChannelId: snowflake.optional(),
			helpChannelId: snowflake.optional(),
			exampleUrl: address.optional(),
			renewUrl: address.optional(),
		})
		.optional(),
	itemLinks: z
		.record(
			z.string().regex(/^\d{1,16}$/),
			z.strictObject({
				docs: address.optional(),
				download: address.optional(),
				changelog: address.optional(),
			}),
		)
		.optional(),
	/** Absent: everyone. */
	sharing: z.enum(['everyone', 'staff']).optional(),
});

/** What was chosen in a guild, as it is stored. */
export type ChosenSettings = Readonly<z.infer<typeof settingsSchema>>;

const nothingChosen: ChosenSettings = { v: 1, itemRoles: {}, categoryRoles: {}, licenceRoles: {} };

/**
 * The settings of every guild, kept in the store. Nothing is held in memory, so that each process on the store gives
 * roles by what was chosen last. Rejects with the store's errors, and with StoreCorruptError on a damaged value.
 */
export class GuildSettingsStore {
	readonly #store: ListedStore;
	readonly #defaultsOf: (guildId: string) => SettingsDefaults;

	constructor(store: ListedStore, defaultsOf: (guildId: string) => SettingsDefaults) {
		this.#store = store;
		this.#defaultsOf = defaultsOf;
	}

	/** Everything that one row says. For an interaction: read once and passed down. */
	async read(guildId: string): Promise<ReadSettings> {
		const chosen = parse(await this.#store.get(keyOf(guildId)));
		const settings = this.#overDefaults(guildId, chosen);
		const { unlinking = { kind: 'never' }, seats = {} } = chosen;
		return { settings, rules: rulesIn(settings), policy: { unlinking, seats } };
	}

	async get(guildId: string): Promise<GuildSettings> {
		return (await this.read(guildId)).settings;
	}

	/** Which roles follow from a claim in the guild; undefined where no buyer role is known. */
	async rulesOf(guildId: string): Promise<RoleRules | undefined> {
		return (await this.read(guildId)).rules;
	}

	/** How claims may be held and let go of in the guild: by one member and for ever, where nothing else was chosen. */
	async policyOf(guildId: string): Promise<ClaimPolicy> {
		return (await this.read(guildId)).policy;
	}

	/**
	 * Changes what was chosen and resolves to the settings before; undefined where it made no difference. Of two changes
	 * at once none is lost: `change` may run several times, each time with what the other has left, and changes nothing
	 * else.
	 */
	async change(
		guildId: string,
		change: (current: ChosenSettings) => ChosenSettings,
	): Promise<GuildSettings | undefined> {
		return await update(this.#store, keyOf(guildId), (stored) => {
			const current = parse(stored);
			const next = change(current);
			if (isDeepStrictEqual(current, next)) return { result: undefined };
			return { next, result: this.#overDefaults(guildId, current) };
		});
	}

	/** The guilds in which something was chosen, with their settings. One that can't be read is left out. */
	async *all(): AsyncGenerator<{ readonly guildId: string; readonly settings: GuildSettings }> {
		for await (const { key, value } of this.#store.list(prefix)) {
			const chosen = settingsSchema.safeParse(value);
			const guildId = key.slice(prefix.length);
			if (chosen.success) yield { guildId, settings: this.#overDefaults(guildId, chosen.data) };
		}
	}

	#overDefaults(guildId: string, chosen: ChosenSettings): GuildSettings {
		const defaults = this.#defaultsOf(guildId);
		const { auditChannelId = defaults.auditChannelId } = chosen;
		return {
			buyerRoleId: chosen.buyerRoleId ?? defaults.buyerRoleId,
			supportedRoleId: chosen.supportedRoleId,
			auditChannelId: auditChannelId ?? undefined,
			itemRoles: chosen.itemRoles,
			categoryRoles: chosen.categoryRoles,
			licenceRoles: chosen.licenceRoles,
			confirmedPowers: chosen.confirmedPowers,
			staffRoleIds: chosen.staffRoleIds ?? [],
			links: chosen.links ?? {},
			itemLinks: chosen.itemLinks ?? {},
			sharing: chosen.sharing ?? 'everyone',
		};
	}
}

function keyOf(guildId: string): string {
	return prefix + guildId;
}

function rulesIn(settings: GuildSettings): RoleRules | undefined {
	const { buyerRoleId, supportedRoleId, itemRoles, categoryRoles, licenceRoles, confirmedPowers } = settings;
	if (buyerRoleId === undefined) return undefined;
	return { buyerRoleId, supportedRoleId, itemRoles, categoryRoles, licenceRoles, confirmedPowers };
}

function parse(stored: unknown): ChosenSettings {
	if (stored === undefined) return nothingChosen;
	const parsed = settingsSchema.safeParse(stored);
	if (parsed.success) return parsed.data;
	throw new StoreCorruptError('The settings of a guild do not have the shape of settings', {
		cause: parsed.error,
	});
}
