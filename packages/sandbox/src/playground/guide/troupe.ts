import type { Role } from '@claimcheck/local-discord';
import type { Person } from '@claimcheck/local-discord/person';
import type { PurchaseRecord, PurchaseWish } from '../../marketplace/purchases.js';
import type { SecondServer, Stage } from '../../stage.js';
import type { World } from '../world/world.js';
import { Steward } from './steward.js';

/** The people that a story can be about. */
export type Alias = 'buyer' | 'friend' | 'moderator' | 'admin' | 'newcomer' | 'stranger';

export interface Actor {
	readonly alias: Alias;
	readonly name: string;
	readonly guildId: string;
	readonly person: Person;
}

/** The most popular item, if it is still for sale. */
const usualItem = 20114;
const updatesName = 'updates';
const dayMs = 86_400_000;

/** The people and the world of the stories, restored before each of them. */
export class Troupe {
	readonly world: World;
	readonly stage: Stage;
	/** Changes the server's settings behind the scenes. */
	readonly steward: Steward;
	readonly #actors = new Map<Alias, Actor>();
	/** Another owner's server, to which the bot was added in this story. */
	#second: SecondServer | undefined;

	constructor(world: World) {
		const { stage } = world;
		const { people, guild } = stage;
		this.world = world;
		this.stage = stage;
		this.steward = new Steward(stage);
		const cast = { ...people, newcomer: stage.newPerson('Robin') };
		for (const alias of ['buyer', 'friend', 'moderator', 'admin', 'newcomer'] as const) {
			const person = cast[alias];
			const name = stage.discord.users.get(person.id).displayName;
			this.#actors.set(alias, { alias, name, guildId: guild.id, person });
		}
	}

	/** The role that the bot gives to buyers. */
	get buyerRole(): Role {
		return this.stage.roles.buyer;
	}

	/** The channel that staff read. */
	get auditId(): string {
		return this.stage.channels.audit;
	}

	/** The channel where new versions are announced; undefined until a story has needed it. */
	get updatesId(): string | undefined {
		return [...this.stage.guild.channels.values()].find(({ name }) => name === updatesName)?.id;
	}

	/** Creates that channel if it doesn't exist. @returns its id */
	addUpdates(): string {
		return this.updatesId ?? this.stage.guild.addChannel({ name: updatesName }).id;
	}

	/** The server that an actor is in. */
	serverOf({ guildId }: Actor): Pick<SecondServer, 'guild' | 'channels'> {
		return this.#second?.guild.id === guildId ? this.#second : this.stage;
	}

	/** The person who currently has this alias. */
	actor(alias: Alias): Actor {
		const actor = this.#actors.get(alias);
		if (actor === undefined) throw new Error(`Nobody is called ${alias}`);
		return actor;
	}

	/** The shop sells an item to a person, two days ago. @returns a new purchase code, and its item */
	buy(wish: Pick<PurchaseWish, 'supportedUntil'> = {}): { readonly code: string; readonly item: string } {
		const { marketplace, discord } = this.stage;
		const itemId = (marketplace.items.find(({ id }) => id === usualItem) ?? marketplace.items[0])?.id;
		const { code, item } = marketplace.addPurchase({
			...wish,
			...(itemId !== undefined && { itemId }),
			licenceType: 'regular',
			boughtAt: discord.now() - 2 * dayMs,
		});
		return { code, item: item.name };
	}

	/** The role with this name, created if it doesn't exist. */
	role(name: string): Role {
		const { guild } = this.stage;
		return (
			[...guild.roles.values()].find((it) => it.name === name) ?? guild.addRole({ name, color: 0x34_98_db })
		);
	}

	/** A purchase as the shop currently has it. */
	purchase(code: string): PurchaseRecord | undefined {
		return this.stage.marketplace.purchases.find((it) => it.code === code);
	}

	/** Another owner adds the bot to their server. */
	addSecondServer(): void {
		const second = this.stage.secondServer();
		this.#second = second;
		const { guild, people } = second;
		const { displayName: name } = this.stage.discord.users.get(people.owner.id);
		this.#actors.set('stranger', { alias: 'stranger', name, guildId: guild.id, person: people.owner });
		this.#recast({ alias: 'stranger', guildId: guild.id, userId: people.owner.id });
		this.#recast({ alias: 'stranger-member', guildId: guild.id, userId: people.member.id });
	}

	/** The owner of the other server, if there is one, has removed the bot. */
	#leaveSecondServer(): void {
		const { discord } = this.stage;
		if (this.#second !== undefined && discord.guilds.has(this.#second.guild.id)) {
			discord.removeBot(this.#second.guild.id);
		}
		this.#second = undefined;
	}

	/** A new member takes over an alias. */
	enter(alias: 'buyer' | 'friend' | 'newcomer', name: string): Actor {
		const { guild } = this.stage;
		const before = this.actor(alias).person;
		if (guild.members.has(before.id)) guild.removeMember(before.id);
		const person = this.stage.newPerson(name);
		const actor: Actor = { alias, name, guildId: guild.id, person };
		this.#actors.set(alias, actor);
		this.#recast({ alias, guildId: guild.id, userId: person.id });
		return actor;
	}

	/**
	 * Restores the world: all faults end, the roles and their staff are in place, the bot runs, and buyer, friend and
	 * newcomer are people who have never been here. So no story depends on another one.
	 */
	async refresh(): Promise<void> {
		const { stage, world } = this;
		const { guild, roles } = stage;
		stage.discord.faults.clear();
		await world.calm();
		guild.moveRole(this.buyerRole.id, 1);
		for (const [above, { id }] of [roles.admin, roles.moderator, guild.botRole].entries())
			guild.moveRole(id, guild.roles.size - 1 - above);
		this.#returned('moderator', roles.moderator.id);
		this.#returned('admin', roles.admin.id);
		this.enter('buyer', 'Maya');
		this.enter('friend', 'Tom');
		this.enter('newcomer', 'Robin');
		this.#leaveSecondServer();
		await world.bot.start();
	}

	/** Another person gets this alias in the page, and speaks English, because the checks read English text. */
	#recast(actor: { readonly alias: string; readonly guildId: string; readonly userId: string }): void {
		this.world.page()?.world.recast(actor);
	}

	#returned(alias: Alias, roleId: string): void {
		const { person } = this.actor(alias);
		const { guild, discord } = this.stage;
		discord.person(guild, { id: person.id });
		if (guild.roles.has(roleId)) guild.giveRole(person.id, roleId);
		this.#recast({ alias, guildId: guild.id, userId: person.id });
	}
}
