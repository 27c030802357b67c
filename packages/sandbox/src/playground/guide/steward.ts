import type { Person } from '@claimcheck/local-discord/person';
import { buttonsOf, type ReadSelect, selectsOf } from '@claimcheck/local-discord/reading';
import type { APIMessage } from 'discord-api-types/v10';
import type { Stage } from '../../stage.js';

/** The places to which a server sends its members. */
export interface ServerLinks {
	readonly supportChannelId: string;
	readonly helpChannelId: string;
	/** An image that shows where a receipt has its code. */
	readonly exampleUrl: string;
	readonly renewUrl: string;
}

/** Changes a server's settings with the bot's own commands. */
export class Steward {
	readonly #person: Person;
	readonly #channelId: string;

	/** Default `person`: the owner, whom no frame shows, so that the staff in a story have not done anything yet. */
	constructor({ discord, guild, channels }: Pick<Stage, 'discord' | 'guild' | 'channels'>, person?: Person) {
		this.#person = person ?? discord.person(guild, { id: guild.ownerId });
		this.#channelId = channels.verify;
	}

	async chooseLinks({ supportChannelId, helpChannelId, exampleUrl, renewUrl }: ServerLinks): Promise<void> {
		const page = await this.#open('setup links');
		await this.#choose(page, endingIn('setup-set:support'), supportChannelId);
		await this.#choose(page, endingIn('setup-set:help'), helpChannelId);
		await this.#fillIn(page, 'setup-links', {
			'Sample receipt': exampleUrl,
			'Renew support': renewUrl,
		});
	}

	/** Gives buyers of the item a role besides the general one. */
	async giveForItem(
		{ id: itemId, name }: { readonly id: number; readonly name: string },
		roleId: string,
	): Promise<void> {
		const rules = await this.#open('setup roles');
		const items = await this.#choose(rules, endingIn('setup-rule-kind'), 'item');
		const found = items && (await this.#fillIn(items, 'setup-rule-ask:item', { 'Part of the name': name }));
		const roles = found && (await this.#choose(found, endingIn('setup-rule:item'), String(itemId)));
		if (roles === undefined) throw new Error('The roles by purchase did not open');
		await this.#choose(roles, endingIn(`setup-rule-role:item:=${itemId}`), roleId);
	}

	/** Posts the panel with an image. */
	async postPanel(channelId: string, pictureUrl: string, pictureAlt: string): Promise<void> {
		const page = await this.#person
			.chatInput('panel', { channel: channelId }, { channelId: this.#channelId })
			.answered();
		await this.#fillIn(page, `panel-change:${channelId}`, {
			'Image URL': pictureUrl,
			'Image description': pictureAlt,
		});
	}

	/** Chooses what members may do with a purchase, unless it is already chosen. */
	async choosePolicy(value: 'never' | 'members-move'): Promise<void> {
		await this.#choose(await this.#open('setup policy'), ({ values }) => values.includes(value), value);
	}

	/** Chooses one setting on a page of `/setup server`, which the select of further pages opens. */
	async choose(page: 'active' | 'updates', what: string, value: string): Promise<void> {
		const main = await this.#open('setup server');
		const opened = await this.#choose(main, ({ values }) => values.includes(page), page);
		if (opened === undefined) throw new Error(`The page “${page}” of the settings did not open`);
		await this.#choose(opened, endingIn(`setup-set:${what}`), value);
	}

	#open(command: string): Promise<APIMessage> {
		return this.#person.chatInput(command, {}, { channelId: this.#channelId }).answered();
	}

	async #fillIn(
		page: APIMessage,
		ending: string,
		values: Readonly<Record<string, string>>,
	): Promise<APIMessage> {
		const opened = this.#person.clickButton(page, buttonOf(page, ending));
		await opened.modalOpened();
		return await this.#person.fillIn(opened, values).answered();
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

function endingIn(ending: string): (select: ReadSelect) => boolean {
	return ({ customId }) => customId.endsWith(ending);
}

function buttonOf(page: APIMessage, ending: string): string {
	const customId = buttonsOf(page).find(({ customId }) => customId?.endsWith(ending))?.customId;
	if (customId === undefined) throw new Error(`There is no ${ending} on the page`);
	return customId;
}
