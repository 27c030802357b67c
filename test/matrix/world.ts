import { join } from 'node:path';
import type { Person } from '@claimcheck/local-discord/person';
import type { BotProcess } from '@claimcheck/sandbox/bot-process';
import { WorldClock } from '@claimcheck/sandbox/clock/world-clock';
import { Stage } from '@claimcheck/sandbox/stage';
import { parsePurchaseCode } from '../../src/base/purchase-code.js';
import type { ClaimStore } from '../../src/claims/claim-store.js';
import { openStore } from '../../src/storage/open.js';
import type { Store } from '../../src/storage/store.js';
import { openClaims } from '../claims/sample-claims.js';
import { buyerRoleGiven, hasBuyerRole } from '../e2e/acts.js';
import { register } from '../e2e/hosted-bot.js';

export interface WorldOptions {
	/** More variables for the bot's process. */
	readonly environment?: Readonly<Record<string, string>>;
	/** The compiled bot. Default: the production one. */
	readonly entry?: string | undefined;
	readonly heartbeatIntervalMs?: number | undefined;
	/**
	 * How many times longer than the real Discord this one waits for an acknowledgement. With 1, a busy machine causes
	 * misses.
	 */
	readonly patience?: number;
}

/** Discord's own limit. */
const acknowledgementMs = 3_000;

/** A server, a shop and one production bot in a separate process, with direct access to its database. */
export class World {
	readonly stage: Stage;
	readonly bot: BotProcess;
	readonly apiKey: string;
	readonly botPermissions: bigint;
	/** Every code that was ever typed. */
	readonly codes: string[] = [];
	readonly #store: Store;
	readonly #claims: ClaimStore;

	static async open(options: WorldOptions = {}): Promise<World> {
		const { environment, entry, heartbeatIntervalMs, patience = 1 } = options;
		// Has no limits of its own: Discord's limits are faults here, and hundreds of people act within seconds.
		const stage = await Stage.open({
			isRateLimited: false,
			clock: new WorldClock(),
			...(entry !== undefined && { entry }),
			discord: {
				acknowledgementTimeoutMs: acknowledgementMs * patience,
				waitTimeoutMs: 60_000 * patience,
				...(heartbeatIntervalMs !== undefined && { heartbeatIntervalMs }),
			},
		});
		try {
			await register(stage);
			const bot = await stage.startProcess({
				LOG_LEVEL: 'debug',
				// More people act here per minute than the bot allows by default.
				MARKETPLACE_PER_MINUTE: '100000',
				...environment,
			});
			await bot.logged('Loaded the items');
			const store = await openStore(stage.environment()['DATABASE_URL'] ?? '', () => {});
			const { claimSecret } = stage;
			const claims = await openClaims(store, { claimSecret });
			return new World(stage, bot, store, claims);
		} catch (error) {
			await stage.close();
			throw error;
		}
	}

	private constructor(stage: Stage, bot: BotProcess, store: Store, claims: ClaimStore) {
		this.stage = stage;
		this.apiKey = stage.marketplace.apiKey;
		this.botPermissions = stage.guild.botRole.permissions;
		this.bot = bot;
		this.#store = store;
		this.#claims = claims;
	}

	get databaseFile(): string {
		return join(this.stage.folder, 'claims.sqlite');
	}

	member(name: string): Person {
		return this.stage.newPerson(name);
	}

	/** A new one for each act, since look-ups, gifts and changes per staff member are limited within ten minutes. */
	moderator(): Person {
		const { discord, guild, roles } = this.stage;
		return discord.person(guild, { name: 'Iris', roleIds: [roles.moderator.id] });
	}

	/** A code that is not yet verified. */
	code(): string {
		const { code } = this.stage.marketplace.addPurchase();
		this.codes.push(code);
		return code;
	}

	/** A code, and a member who has verified it and got the role. */
	async holder(): Promise<{ readonly holder: Person; readonly code: string }> {
		const [holder, code] = [this.member('Maya'), this.code()];
		await holder.chatInput('verify', { code }).answered();
		await buyerRoleGiven(this.stage, holder);
		return { holder, code };
	}

	hasRole(person: Person): boolean {
		return hasBuyerRole(this.stage, person);
	}

	/** A code's holders and state, from the database. */
	async claimOf(code: string): Promise<{
		readonly holders: readonly string[];
		readonly isLocked: boolean;
		readonly isRevoked: boolean;
	}> {
		const canonical = parsePurchaseCode(code);
		if (canonical === undefined) throw new Error('That is no code');
		const record = await this.#claims.read(this.#claims.keys.hash(canonical));
		return {
			holders: record?.holders.map(({ userId }) => userId) ?? [],
			isLocked: record?.locked ?? false,
			isRevoked: record?.status === 'revoked',
		};
	}

	/** The number of a member's valid purchases, from the database. */
	async claimsOf(person: Person): Promise<number> {
		const held = await this.#claims.own.held(person.id);
		return held.filter(({ status }) => status === 'active').length;
	}

	async row(key: string): Promise<unknown> {
		return await this.#store.get(key);
	}

	async close(): Promise<void> {
		await this.#store.close();
		await this.stage.close();
	}
}
