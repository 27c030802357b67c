import { readFileSync } from 'node:fs';
import type { InteractionHandle } from '@claimcheck/local-discord/interaction';
import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { expect } from 'vitest';
import { openStore } from '../../src/storage/open.js';
import { botHeaders } from './bot-headers.js';
import { openStage, register } from './hosted-bot.js';
import { readable } from './reading.js';

/** The data of every fixture of an earlier commit: see test/fixtures. */
export interface OldStore {
	readonly claimSecret: string;
	readonly ids: {
		readonly guild: string;
		readonly roles: Readonly<Record<'buyer' | 'item' | 'supported', string>>;
		readonly channels: Readonly<Record<'verify' | 'audit', string>> & { readonly help?: string };
		readonly staff: Readonly<Record<'admin' | 'moderator', string>>;
		readonly people: Readonly<Record<string, string>>;
	};
	readonly panel: { readonly embeds: unknown[]; readonly components: unknown[] };
}

export const codeNumber = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** A server of today in which a store of an earlier commit is found, with the production bot. */
export class OldServer {
	/** The fixture, with the ids of today's server in it. */
	readonly text: string;
	readonly stage: Stage;
	readonly itemRole: string;
	readonly supportedRole: string;
	readonly bot: Promise<RunningBot>;
	readonly #people: ReadonlyMap<string, Person>;

	/** Opens a stage, writes the rows of `test/fixtures/COMMIT` into its store, and starts the bot. */
	static async open(commit: string): Promise<OldServer> {
		const server = new OldServer(commit, await openStage());
		await server.bot;
		return server;
	}

	private constructor(commit: string, stage: Stage) {
		this.stage = stage;
		const text = readFileSync(`test/fixtures/${commit}/store.json`, 'utf8');
		const { ids, claimSecret } = JSON.parse(text) as OldStore;
		this.itemRole = stage.guild.addRole({ name: 'Aurora' }).id;
		this.supportedRole = stage.guild.addRole({ name: 'Supported' }).id;
		this.#people = new Map(Object.keys(ids.people).map((name) => [name, stage.newPerson(name)]));
		const renamed: readonly (readonly [string, string])[] = [
			[ids.guild, stage.guild.id],
			[ids.roles.buyer, stage.roles.buyer.id],
			[ids.roles.item, this.itemRole],
			[ids.roles.supported, this.supportedRole],
			[ids.channels.verify, stage.channels.verify],
			[ids.channels.audit, stage.channels.audit],
			[ids.channels.help ?? 'none', stage.channels.verify],
			[ids.staff.admin, stage.people.admin.id],
			[ids.staff.moderator, stage.people.moderator.id],
			...Object.entries(ids.people).map(([name, id]) => [id, this.person(name).id] as const),
		];
		this.text = renamed.reduce((all, [before, after]) => all.replaceAll(before, after), text);
		for (let n = 1; n <= 20; n += 1) stage.marketplace.addPurchase({ code: codeNumber(n), itemId: 20_114 });
		this.bot = this.#start(claimSecret);
	}

	async #start(claimSecret: string): Promise<RunningBot> {
		const { rows } = JSON.parse(this.text) as { rows: { key: string; value: Record<string, unknown> }[] };
		const store = await openStore(this.stage.environment()['DATABASE_URL'] ?? '', () => {}, { create: true });
		for (const { key, value } of rows) await store.compareAndSet(key, undefined, value);
		await store.close();
		const overrides = { CLAIM_SECRET: claimSecret };
		await register(this.stage, overrides);
		return await this.stage.startBot(overrides);
	}

	person(name: string): Person {
		const found = this.#people.get(name);
		if (found === undefined) throw new Error(`The fixture has no ${name}`);
		return found;
	}

	/** Resolves when the person has the role. */
	async given(name: string, roleId: string): Promise<void> {
		const person = this.person(name);
		if (person.roleIds.includes(roleId)) return;
		await this.stage.discord.events.waitFor(
			'role-added',
			(event) => event.userId === person.id && event.roleId === roleId,
		);
	}

	/** Posts a message of then, in a channel of its own. */
	async post(body: unknown): Promise<APIMessage> {
		const { id } = this.stage.guild.addChannel({ name: 'old' });
		const response = await fetch(`${this.stage.discord.apiUrl}/v10/channels/${id}/messages`, {
			method: 'POST',
			headers: botHeaders(this.stage),
			body: JSON.stringify(body),
		});
		expect(response.status).toBe(200);
		return (await response.json()) as APIMessage;
	}

	/** Presses a button of then. */
	async press(by: Person, customId: string): Promise<InteractionHandle> {
		const button = { type: 2, style: 2, label: 'Old', custom_id: customId };
		const message = await this.post({
			content: 'old',
			components: [{ type: 1, components: [button] }],
		});
		return by.clickButton(message, customId);
	}

	/** Chooses in a select of then. `type` is Discord's: 3 of texts, 5 of people, 6 of roles, 8 of channels. */
	async choose(
		by: Person,
		customId: string,
		value: string,
		type: 3 | 5 | 6 | 8 = 3,
	): Promise<InteractionHandle> {
		const options = type === 3 ? { options: [{ label: 'Old', value }] } : {};
		const menu = { type, custom_id: customId, ...options };
		const message = await this.post({ content: 'old', components: [{ type: 1, components: [menu] }] });
		return by.selectMenu(message, customId, [value]);
	}
}

/** The title of the form, the answer, or the message beside it that a press has brought. */
export function whatCame(pressed: InteractionHandle): Promise<string> {
	return Promise.any([
		pressed.modalOpened().then(({ title }) => title),
		pressed.answered().then(readable),
		pressed.followedUp().then(readable),
	]);
}
