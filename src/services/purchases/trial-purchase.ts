import type { Servers } from '../../floors.js';
import type { ListedItem } from '../../marketplace/schemas.js';
import { wantedRoles } from '../../roles/role-plan.js';
import type { GuildSettings } from '../../servers/guild-settings.js';

const supportMs = 180 * 86_400_000;

/** An example purchase that shows staff the buyer's view. Times are milliseconds since the epoch. */
export interface TrialPurchase {
	readonly item: ListedItem | undefined;
	readonly licenseType: string;
	readonly supportedUntil: number;
	readonly now: number;
	/** Roles that a real purchase would give in the server, by id; undefined if no buyer role is chosen. */
	readonly roleIds: readonly string[] | undefined;
	readonly settings: GuildSettings;
}

/** Creates example purchases. Only reads the server's settings. */
export class TrialPurchases {
	readonly #floor: Servers;

	constructor(floor: Servers) {
		this.#floor = floor;
	}

	async of(guildId: string): Promise<TrialPurchase> {
		const { guilds, catalog, clock } = this.#floor;
		const { settings, rules } = await guilds.read(guildId);
		// An item with its own role shows more.
		const [withRole] = Object.keys(settings.itemRoles).flatMap((id) => catalog.get(Number(id)) ?? []);
		const item = withRole ?? catalog.snapshot().items[0];
		const now = clock.now();
		const claim = {
			status: 'active',
			item: item ?? { id: 0, category: '' },
			licenseType: 'regular',
			supportedUntil: now + supportMs,
			purchasedAt: now,
		} as const;
		const roleIds = rules && [...wantedRoles([claim], rules, now)];
		return {
			item,
			licenseType: claim.licenseType,
			supportedUntil: claim.supportedUntil,
			now,
			roleIds,
			settings,
		};
	}
}
