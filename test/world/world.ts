import { type ClaimKeys, deriveClaimKeys } from '../../src/claims/claim-keys.js';
import { currentFormat } from '../../src/claims/format.js';
import type { PurchaseCode } from '../../src/claims/purchase-code.js';
import { formatKey, secretKey } from '../../src/claims/store-keys.js';
import type { ChosenSettings } from '../../src/guilds/guild-settings.js';
import { Dice } from './dice.js';
import { Messages } from './discord-side.js';
import { Schedule } from './schedule.js';
import { auditChannelId, guildIds, homeId, hourMs, roles, staffIds, userIds } from './servers.js';
import { SimulatedDiscord } from './simulated-discord.js';
import { SimulatedShop } from './simulated-shop.js';
import { SimulatedStore } from './simulated-store.js';
import type { Sometimes } from './sometimes.js';
import { Watch } from './watch.js';

/** What a seed has of faults: each of them in some seeds only, so that none hides what another would show. */
export interface Climate {
	readonly processes: number;
	readonly hasCrashes: boolean;
	readonly hasFreezes: boolean;
	/** The clocks of the processes are never further apart than seconds. */
	readonly isClockSane: boolean;
}

const startsAt = Date.UTC(2026, 10, 2, 12);

/** What outlives processes: the store, Discord, the shop and the people. */
export class World {
	readonly schedule: Schedule;
	readonly store: SimulatedStore;
	readonly discord: SimulatedDiscord;
	readonly messages: Messages;
	readonly shop: SimulatedShop;
	readonly keys: ClaimKeys;
	readonly watch: Watch;
	readonly sometimes: Sometimes;
	readonly climate: Climate;
	readonly settings: ChosenSettings;
	/** Told of a row that a process can't read. */
	onDamaged = (key: string): void => {
		throw new Error(`The simulation has damaged ${key}`);
	};
	/** Of the calls at which a process is killed. */
	crashes = 0;
	#drawn = 0;

	constructor(seed: number, sometimes: Sometimes, trace?: (line: string) => void) {
		const dice = new Dice(seed, 1);
		this.schedule = new Schedule(seed, startsAt + dice.below(24) * hourMs, trace);
		this.sometimes = sometimes;
		this.climate = {
			processes: 1 + dice.below(3),
			hasCrashes: dice.chance(0.5),
			hasFreezes: dice.chance(0.3),
			isClockSane: dice.chance(0.7),
		};
		this.settings = settingsBy(dice);
		this.store = new SimulatedStore(this.schedule);
		this.discord = new SimulatedDiscord(this.schedule, sometimes, guildIds);
		this.messages = new Messages(this.schedule);
		this.shop = new SimulatedShop(this.schedule, 5, dice);
		this.keys = remembering(deriveClaimKeys(secret, (bytes) => Buffer.alloc(bytes, this.#next())));
		this.watch = new Watch(this);
		this.store.watch = this.watch;
		this.#populate();
	}

	/** Ids that nobody can guess, the same in each run. */
	readonly unguessable = {
		id: () => `id-${this.#next()}`,
		below: (below: number) => this.schedule.dice.below(below),
	};

	get seats(): number {
		return this.settings.seats?.['team'] ?? 1;
	}

	#next(): number {
		this.#drawn += 1;
		return this.#drawn;
	}

	#populate(): void {
		for (const guildId of guildIds) {
			for (const userId of [...userIds, ...staffIds])
				this.discord.guilds.get(guildId)?.members.set(userId, new Set());
			this.store.put(`settings:${guildId}`, this.settings);
		}
		this.store.put(formatKey, { format: currentFormat });
		this.store.put(secretKey, { v: 1, check: this.keys.check });
		this.store.put('meta:home', { v: 1, home: homeId, generation: 1 });
		this.store.put('meta:account', { v: 1, username: 'maren' });
	}
}

const secret = 'the secret of a simulated store';

/** What was opened once is not opened again: cryptography would take longer than all else. */
function remembering({ check, memberTag, hash, seal, open }: ClaimKeys): ClaimKeys {
	const hashes = new Map<PurchaseCode, string>();
	const opened = new Map<string, PurchaseCode>();
	return {
		check,
		memberTag,
		seal,
		hash(code) {
			const known = hashes.get(code) ?? hash(code);
			hashes.set(code, known);
			return known;
		},
		open(of, sealed) {
			const known = opened.get(`${of} ${sealed}`) ?? open(of, sealed);
			opened.set(`${of} ${sealed}`, known);
			return known;
		},
	};
}

function settingsBy(dice: Dice): ChosenSettings {
	const unlinking = dice.pick([
		{ kind: 'never' },
		{ kind: 'members-move' },
		{ kind: 'after-days', days: 0 },
		{ kind: 'after-days', days: 2 },
	] as const);
	return {
		v: 1,
		auditChannelId,
		buyerRoleId: roles.buyer,
		supportedRoleId: roles.supported,
		itemRoles: { '0': roles.item },
		categoryRoles: {},
		licenceRoles: {},
		unlinking,
		seats: { team: 2 + dice.below(2) },
	};
}
