import type { Person } from '@claimcheck/local-discord/person';
import { buttonsOf, type ReadSelect, selectsOf } from '@claimcheck/local-discord/reading';
import type { APIMessage } from 'discord-api-types/v10';
import type { Stage } from '../../stage.js';

/**
 * The owner of the server, who puts its settings back in order before a story: nobody's frame shows them, so that the
 * staff of the story have not done anything yet.
 */
export class Steward {
	readonly #owner: Person;
	readonly #channelId: string;

	constructor({ discord, guild, channels }: Pick<Stage, 'discord' | 'guild' | 'channels'>) {
		this.#owner = discord.person(guild, { id: guild.ownerId });
		this.#channelId = channels.verify;
	}

	/** Chooses what members may do with a purchase, where something else is chosen. */
	async choosePolicy(value: 'never' | 'members-move'): Promise<void> {
		await this.#choose(await this.#open('setup policy'), ({ values }) => values.includes(value), value);
	}

	async chooseBuyerRole(roleId: string): Promise<void> {
		const page = await this.#press(await this.#open('setup server'), 'setup-page:buyer');
		await this.#choose(page, ({ customId }) => customId.endsWith('setup-role:buyer'), roleId);
	}

	async chooseAuditChannel(channelId: string): Promise<void> {
		const page = await this.#press(await this.#open('setup server'), 'setup-page:audit');
		await this.#choose(page, ({ customId }) => customId.endsWith('setup-audit'), channelId);
	}

	/** The role of members with support, which few servers need: its page is behind a select. */
	async chooseSupportedRole(roleId: string): Promise<void> {
		const main = await this.#open('setup server');
		const page = await this.#choose(main, ({ values }) => values.includes('active'), 'active');
		if (page === undefined) throw new Error('The page of the active support role did not open');
		await this.#choose(page, ({ customId }) => customId.endsWith('setup-role:supported'), roleId);
	}

	#open(command: string): Promise<APIMessage> {
		return this.#owner.chatInput(command, {}, { channelId: this.#channelId }).answered();
	}

	#press(page: APIMessage, ending: string): Promise<APIMessage> {
		const button = buttonsOf(page).find(({ customId }) => customId?.endsWith(ending));
		if (button?.customId === undefined) throw new Error(`There is no ${ending} on the page`);
		return this.#owner.clickButton(page, button.customId).answered();
	}

	async #choose(
		page: APIMessage,
		fits: (select: ReadSelect) => boolean,
		value: string,
	): Promise<APIMessage | undefined> {
		const select = selectsOf(page).find(fits);
		if (select === undefined) throw new Error(`Nothing on the page offers ${value}`);
		if (select.chosen.includes(value)) return undefined;
		return this.#owner.selectMenu(page, select.customId, [value]).answered();
	}
}
