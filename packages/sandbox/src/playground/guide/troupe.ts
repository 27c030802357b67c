import type { Person } from '@claimcheck/local-discord/person';
import type { SecondServer, Stage } from '../../stage.js';

/** Who a story can be about. */
export type Alias = 'buyer' | 'friend' | 'moderator' | 'admin' | 'newcomer' | 'stranger';

/** Somebody in a story. */
export interface Actor {
	readonly alias: Alias;
	readonly name: string;
	readonly guildId: string;
	readonly person: Person;
}

/** The bot's process, as far as stories deal with it. */
export interface BotControls {
	readonly isRunning: boolean;
	start(): Promise<unknown>;
	kill(): Promise<unknown>;
}

export interface TroupeParts {
	readonly stage: Stage;
	readonly second: SecondServer;
	readonly bot: BotControls;
	/** Somebody else is called by this alias in the page from now on, and speaks English: the checks read it. */
	readonly recast: (actor: Pick<Actor, 'alias' | 'guildId'> & { readonly userId: string }) => void;
}

const newcomers = { buyer: 'Maya', friend: 'Tom', newcomer: 'Robin' } as const;

/** The people and the world of the stories, put back in order before each of them. */
export class Troupe {
	readonly stage: Stage;
	readonly second: SecondServer;
	readonly bot: BotControls;
	readonly #recast: TroupeParts['recast'];
	readonly #actors = new Map<Alias, Actor>();
	/** What the bot's role was invited with. */
	readonly #botPermissions: bigint;

	/** `newcomer`: the member behind this alias in the page at first. */
	constructor(parts: TroupeParts & { readonly newcomer: Person }) {
		const { stage, second } = parts;
		this.stage = stage;
		this.second = second;
		this.bot = parts.bot;
		this.#recast = parts.recast;
		this.#botPermissions = stage.guild.botRole.permissions;
		const { people, guild } = stage;
		for (const [alias, person] of [
			...(['buyer', 'friend', 'moderator', 'admin'] as const).map((it) => [it, people[it]] as const),
			['newcomer', parts.newcomer] as const,
		]) {
			const name = stage.discord.users.get(person.id).displayName;
			this.#actors.set(alias, { alias, name, guildId: guild.id, person });
		}
		const { owner } = second.people;
		const { displayName } = stage.discord.users.get(owner.id);
		this.#actors.set('stranger', {
			alias: 'stranger',
			name: displayName,
			guildId: second.guild.id,
			person: owner,
		});
	}

	/** Who is called so at present. */
	actor(alias: Alias): Actor {
		const actor = this.#actors.get(alias);
		if (actor === undefined) throw new Error(`Nobody is called ${alias}`);
		return actor;
	}

	/** The shop sells something to somebody: a new purchase code. */
	buy(itemId: number): string {
		return this.stage.marketplace.addPurchase({ itemId, licenceType: 'regular' }).code;
	}

	/**
	 * Puts the world back in order: nothing goes wrong any more, the roles and their staff are in their places, the bot
	 * runs, and buyer, friend and newcomer are people who have never been here. So no story knows of another one.
	 */
	async refresh(): Promise<void> {
		const { stage, bot } = this;
		stage.marketplace.faults.clear();
		stage.marketplace.rateLimit.perMinute = undefined;
		stage.discord.faults.clear();
		const { guild, roles } = stage;
		if (guild.botRole.permissions !== this.#botPermissions) {
			guild.setRolePermissions(guild.botRole.id, this.#botPermissions);
		}
		if (guild.roles.has(roles.buyer.id)) guild.moveRole(roles.buyer.id, 1);
		this.#returned('moderator', roles.moderator.id);
		this.#returned('admin', roles.admin.id);
		for (const [alias, name] of Object.entries(newcomers)) this.#renew(alias as keyof typeof newcomers, name);
		if (!bot.isRunning) await bot.start();
	}

	#returned(alias: Alias, roleId: string): void {
		const { person } = this.actor(alias);
		const { guild, discord } = this.stage;
		discord.person(guild, { id: person.id });
		if (guild.roles.has(roleId)) guild.giveRole(person.id, roleId);
		this.#recast({ alias, guildId: guild.id, userId: person.id });
	}

	#renew(alias: keyof typeof newcomers, name: string): void {
		const { guild } = this.stage;
		const before = this.actor(alias).person;
		if (guild.members.has(before.id)) guild.removeMember(before.id);
		const person = this.stage.newPerson(name);
		this.#actors.set(alias, { alias, name, guildId: guild.id, person });
		this.#recast({ alias, guildId: guild.id, userId: person.id });
	}
}
