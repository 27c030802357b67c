import type { Person } from '@claimcheck/local-discord/person';
import { buttonsOf, type ReadSelect, selectsOf } from '@claimcheck/local-discord/reading';
import type { APIMessage } from 'discord-api-types/v10';
import type { Stage } from '../../stage.js';

/** Where a server sends its members. */
export interface ServerLinks {
	readonly supportChannelId: string;
	readonly helpChannelId: string;
	/** A picture that shows where a receipt has its code. */
	readonly exampleUrl: string;
	readonly renewUrl: string;
}

/** Changes a server's settings by the bot's own commands. */
export class Steward {
	readonly #person: Person;
	readonly #channelId: string;

	/**
	 * Default `person`: the owner, whom no frame shows, so that the staff of a story have not done anything yet.
	 */
	constructor({ discord, guild, channels }: Pick<Stage, 'discord' | 'guild' | 'channels'>, person?: Person) {
		this.#person = person ?? discord.person(guild, { id: guild.ownerId });
		this.#channelId = channels.verify;
	}

	async chooseLinks({ supportChannelId, helpChannelId, exampleUrl, renewUrl }: ServerLinks): Promise<void> {
		const page = await this.#open('setup links');
		await this.#choose(page, ({ customId }) => customId.endsWith('setup-link:support'), supportChannelId);
		await this.#choose(page, ({ customId }) => customId.endsWith('setup-link:help'), helpChannelId);
		await this.#fillIn(page, 'setup-links', {
			'Example of a receipt': exampleUrl,
			'Renew support': renewUrl,
		});
	}

	/** Buyers of the item get the role besides the one for everybody. */
	async giveForItem(itemId: number, roleId: string): Promise<void> {
		const values = { item: String(itemId), role: roleId };
		await this.#person.chatInput('setup item', values, { channelId: this.#channelId }).answered();
	}

	/** Posts the panel with a picture. */
	async postPanel(channelId: string, pictureUrl: string, pictureAlt: string): Promise<void> {
		const page = await this.#person
			.chatInput('panel', { channel: channelId }, { channelId: this.#channelId })
			.answered();
		await this.#fillIn(page, `panel-change:${channelId}`, {
			'Picture address': pictureUrl,
			'Picture description': pictureAlt,
		});
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
		return this.#person.chatInput(command, {}, { channelId: this.#channelId }).answered();
	}

	#press(page: APIMessage, ending: string): Promise<APIMessage> {
		return this.#person.clickButton(page, buttonOf(page, ending)).answered();
	}

	async #fillIn(page: APIMessage, ending: string, values: Readonly<Record<string, string>>): Promise<void> {
		const opened = this.#person.clickButton(page, buttonOf(page, ending));
		await opened.modalOpened();
		await this.#person.fillIn(opened, values).answered();
	}

	async #choose(
		page: APIMessage,
		fits: (select: ReadSelect) => boolean,
		value: string,
	): Promise<APIMessage | undefined> {
		const select = selectsOf(page).find(fits);
		if (select === undefined) throw new Error(`Nothing on the page offers ${value}`);
		if (select.chosen.includes(value)) return undefined;
		return this.#person.selectMenu(page, select.customId, [value]).answered();
	}
}

function buttonOf(page: APIMessage, ending: string): string {
	const customId = buttonsOf(page).find(({ customId }) => customId?.endsWith(ending))?.customId;
	if (customId === undefined) throw new Error(`There is no ${ending} on the page`);
	return customId;
}
