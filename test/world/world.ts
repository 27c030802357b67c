import type { PurchaseCode } from '../../src/base/purchase-code.js';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import { currentFormat, formatKey } from '../../src/claims/format.js';
import { secretKey } from '../../src/claims/secret-guard.js';
import { ServedGuilds } from '../../src/servers/served-guilds.js';
import { Messages } from './discord-side.js';
import type { Guild } from './guild.js';
import type { Caller } from './line.js';
import type { Schedule } from './schedule.js';
import { SimulatedDiscord } from './simulated-discord.js';
import { ourAccount, SimulatedShop, type Sold } from './simulated-shop.js';
import { SimulatedStore } from './simulated-store.js';
import { Sometimes } from './sometimes.js';

export interface WorldOptions {
	readonly schedule: Schedule;
	readonly guilds: readonly [home: Guild, ...others: Guild[]];
	readonly sold: readonly Sold[];
}

/** The parts that outlive processes: the store, Discord, the shop and the people. */
export class World {
	readonly schedule: Schedule;
	readonly store: SimulatedStore;
	readonly discord: SimulatedDiscord;
	readonly messages: Messages;
	readonly shop: SimulatedShop;
	readonly keys = keys;
	readonly sometimes = new Sometimes();
	readonly home: Guild;
	/** True if the other servers are listed too. */
	servesOthers = true;
	/** The servers in which new items and versions are announced. */
	newsIn: readonly string[] = [];
	/** Lines of the audit channels and alerts, by server. */
	readonly audit: { readonly guildId: string | undefined; readonly event: unknown }[] = [];
	/** Called with the key of a row that a process can't read. */
	onDamaged = (key: string): void => {
		throw new Error(`The simulation has damaged ${key}`);
	};
	/** Called when a process ends at a call. */
	onKilled: (process: Caller, isDone: boolean) => void = () => {};
	/** The share of calls at which a process is killed. */
	crashes = 0;
	#drawn = 0;

	constructor({ schedule, guilds, sold }: WorldOptions) {
		this.schedule = schedule;
		this.home = guilds[0];
		this.store = new SimulatedStore(schedule);
		this.discord = new SimulatedDiscord(schedule, this.sometimes, guilds);
		this.messages = new Messages(schedule);
		this.shop = new SimulatedShop(schedule, sold);
		this.store.put(formatKey, { format: currentFormat });
		this.store.put(secretKey, { v: 1, check: this.keys.check });
		this.store.put('meta:account', { v: 1, username: ourAccount });
	}

	/** Unguessable ids, the same in each run. */
	readonly unguessable = {
		id: () => {
			this.#drawn += 1;
			return `id-${String(this.#drawn).padStart(13, '0')}`;
		},
		below: (below: number) => this.schedule.dice.below(below),
	};

	get environment() {
		return { BUYER_ROLE_ID: this.home.buyerRoleId, AUDIT_CHANNEL_ID: this.home.auditChannelId };
	}

	get served(): ServedGuilds {
		return new ServedGuilds(this.servesOthers ? [...this.discord.guilds.keys()] : [this.home.id]);
	}
}

/** Each code is decrypted only once, since cryptography would take longer than everything else. */
class RememberingKeys extends ClaimKeys {
	readonly #hashes = new Map<PurchaseCode, string>();
	readonly #opened = new Map<string, PurchaseCode>();

	override hash(code: PurchaseCode): string {
		const known = this.#hashes.get(code) ?? super.hash(code);
		this.#hashes.set(code, known);
		return known;
	}

	override open(of: string, sealed: string): PurchaseCode {
		const known = this.#opened.get(`${of} ${sealed}`) ?? super.open(of, sealed);
		this.#opened.set(`${of} ${sealed}`, known);
		return known;
	}
}

/**
 * Shared by all worlds, since deriving them takes longer than a short sequence. Not random, because a seed must repeat
 * exactly.
 */
const keys = new RememberingKeys('the secret of a simulated store', (bytes) => Buffer.alloc(bytes, 1));
