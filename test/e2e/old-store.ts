import { readFileSync } from 'node:fs';
import type { Person } from '@claimcheck/local-discord/person';
import type { SecondServer, Stage } from '@claimcheck/sandbox/stage';
import type { Store } from '../../src/storage/store.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { withStore } from './acts.js';
import { register } from './hosted-bot.js';
import { ownStage } from './own-stage.js';

interface OldStore {
	readonly claimSecret: string;
	readonly ids: {
		readonly guild: string;
		readonly second: string;
		readonly roles: Readonly<Record<string, string>>;
		readonly channels: Readonly<Record<string, string>>;
		readonly staff: Readonly<Record<string, string>>;
		readonly people: Readonly<Record<string, string>>;
	};
	readonly references: Readonly<Record<'open' | 'left' | 'theirs', string>>;
	readonly rows: readonly { readonly key: string; readonly value: unknown }[];
}

/** Members of the second server only. */
const theirs: ReadonlySet<string> = new Set(['theirs', 'theirGuest', 'theirClaimant']);

/** Two current servers in which the store of commit a3a65e2f is used: see test/fixtures. */
export class OldServers {
	readonly stage: Stage;
	readonly second: SecondServer;
	/** The fixture with the ids of the current servers. */
	readonly store: OldStore;
	readonly environment: Readonly<Record<string, string>>;
	readonly #people: ReadonlyMap<string, Person>;

	/** Sets up one test: writes the rows into a database, by default the stage's own, and registers the commands. */
	static async open(databaseUrl?: string): Promise<OldServers> {
		const servers = new OldServers(await ownStage({ isRegistered: false }), databaseUrl);
		const { stage, environment } = servers;
		const write = async (store: Store) => {
			await Promise.all(
				servers.store.rows.map(({ key, value }) => compareAndSet(store, key, undefined, value)),
			);
		};
		await withStore(stage, write, environment);
		await register(stage, environment);
		return servers;
	}

	private constructor(stage: Stage, databaseUrl: string | undefined) {
		this.stage = stage;
		this.second = stage.secondServer();
		const text = readFileSync('test/fixtures/a3a65e2f/store.json', 'utf8');
		const { ids, claimSecret } = JSON.parse(text) as OldStore;
		const { guild, roles, channels, people } = stage;
		const { second } = this;
		/** Role ids by their names in the fixture. */
		const roleIds: Readonly<Record<string, string>> = Object.fromEntries(
			Object.keys(ids.roles).map((name) => {
				if (name === 'buyer') return [name, roles.buyer.id];
				if (name === 'secondBuyer') return [name, second.roles.buyer.id];
				return [name, (name.startsWith('second') ? second.guild : guild).addRole({ name }).id];
			}),
		);
		this.#people = new Map(
			Object.keys(ids.people).map((name) => [
				name,
				theirs.has(name) ? stage.discord.person(second.guild, { name }) : stage.newPerson(name),
			]),
		);
		const news = guild.addChannel({ name: 'news' }).id;
		const renamed: readonly (readonly [string | undefined, string])[] = [
			[ids.guild, guild.id],
			[ids.second, second.guild.id],
			[ids.channels['verify'], channels.verify],
			[ids.channels['audit'], channels.audit],
			[ids.channels['news'], news],
			[ids.channels['secondVerify'], second.channels.verify],
			[ids.channels['secondAudit'], second.channels.audit],
			[ids.staff['admin'], people.admin.id],
			[ids.staff['moderator'], people.moderator.id],
			[ids.staff['secondAdmin'], second.people.admin.id],
			[ids.staff['secondModerator'], second.people.moderator.id],
			...Object.entries(ids.roles).map(([name, id]) => [id, roleIds[name] ?? ''] as const),
			...Object.entries(ids.people).map(([name, id]) => [id, this.person(name).id] as const),
		];
		this.store = JSON.parse(
			renamed.reduce((all, [before, after]) => all.replaceAll(before ?? 'none', after), text),
		) as OldStore;
		for (let n = 1; n <= 40; n += 1)
			stage.marketplace.addPurchase({ code: codeNumber(n), itemId: 20_114, licenceType: 'regular' });
		this.environment = {
			CLAIM_SECRET: claimSecret,
			DISCORD_GUILD_ID: `${guild.id},${second.guild.id}`,
			...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
		};
	}

	person(name: string): Person {
		const found = this.#people.get(name);
		if (found === undefined) throw new Error(`The fixture has no ${name}`);
		return found;
	}
}

export const codeNumber = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
