import { type APIButtonComponent, ApplicationCommandOptionType } from 'discord.js';
import type { Services } from '../../src/create-services.js';
import {
	type Asked,
	componentsOf,
	outdated,
	privately,
	showPage,
} from '../../src/discord/interactions/handler.js';
import { slashCommand } from '../../src/discord/interactions/slash-command.js';
import { commandText } from '../../src/i18n/command-text.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Item } from '../../src/marketplace/schemas.js';
import type { ServerLinks } from '../../src/servers/server-links.js';
import { isRenewable, type SupportStage, supportStage } from '../../src/servers/support-stage.js';
import type { OwnedItem } from '../../src/services/purchases/purchases.js';
import { wholeNumber } from '../../src/ui/custom-id.js';
import { openPurchases } from '../../src/ui/entries.js';
import { card, itemDetails, itemName, nothingMore, plainItemName } from '../../src/ui/items.js';
import { embedUrl } from '../../src/ui/links.js';
import { listPage, turnButtons } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import { showUpdate } from '../../src/ui/messages/updates.js';
import {
	type Accent,
	bold,
	button,
	buttons,
	gallery,
	linkButton,
	page,
	small,
	text,
} from '../../src/ui/page.js';
import { endOf } from '../../src/ui/support-lines.js';
import { dotted, timestamp } from '../../src/ui/text.js';
import { itemFailureView, itemIdOf, lookupTrouble, searchIsCodeView, suggestedItems } from './find.js';
import { itemsView } from './items.js';
import {
	browseButton,
	fromList,
	type ItemsState,
	itemButton,
	listArgs,
	listIn,
	openDetails,
	openItem,
	pickItem,
	shareItem,
	showItems,
	stateOf,
	typedSearch,
	wholeList,
} from './list-state.js';

/** `/item id`: one item as a card, for the member. */
export const item = slashCommand('item', {
	access: 'everyone',
	options: [
		{
			type: ApplicationCommandOptionType.String,
			...commandText('item.id'),
			required: true,
			autocomplete: true,
			max_length: 200,
		},
	],
	answer(asked, services: Services) {
		const { fields, t } = asked;
		const { catalog } = services;
		const typed = fields.text('id').trim();
		const search = typedSearch(typed);
		if (search === undefined) return privately(searchIsCodeView(t));
		const list = { ...wholeList, search };
		const [first, ...others] = catalog.browse(list).items;
		const id = itemIdOf(catalog, typed) ?? (others.length === 0 ? first?.id : undefined);
		if (id === undefined) return privately(itemsView(t, catalog, list));
		return privately(() => itemPage(asked, services, id));
	},
	suggest: (asked, { catalog }) => suggestedItems(asked, catalog),
});

const { on, shows } = componentsOf<Services>('everyone');

/** The buttons and the select that open an item or its details, or show it to everyone. */
export const itemComponents = [
	shows('button', openItem, (asked, services) => {
		const [id, ...from] = asked.args;
		return itemPage(asked, services, id, listIn(from));
	}),
	on('select', pickItem, (asked, services) => {
		const id = wholeNumber.safeParse(asked.values[0]).data;
		const from = stateOf(asked.args);
		return id === undefined ? outdated : showPage(() => itemPage(asked, services, id, from));
	}),
	shows('button', showUpdate, (asked, services) => itemPage(asked, services, asked.args[1])),
	shows('button', openDetails, async ({ args, t, userId }, { catalog }) => {
		const [id, page, ...from] = args;
		const found = await catalog.find(id, userId);
		if (!found.ok) return itemFailureView(t, found.failure, id, listIn(from));
		return detailsView(t, found.value, page, listIn(from));
	}),
	on('button', shareItem, (asked, services) => {
		const [id, ...from] = asked.args;
		return showPage(() => sharing(asked, services, id, listIn(from)));
	}),
];

/** Finds an item with everything on its page. If the shop can't be reached, shows the listed fields and the reason. */
async function itemPage(asked: Asked, services: Services, id: number, from?: ItemsState) {
	const { t, userId } = asked;
	const { catalog } = services;
	const found = await catalog.find(id, userId);
	if (found.ok) return itemView(t, { ...(await pageOf(asked, services, found.value)), from });
	const listed = catalog.get(id);
	const trouble = lookupTrouble(t, found.failure);
	if (listed === undefined || trouble === undefined) return itemFailureView(t, found.failure, id, from);
	const shown = await pageOf(asked, services, { ...nothingMore, ...listed });
	return itemView(t, { ...shown, from, isUnreachable: true }, trouble);
}

async function pageOf({ guildId, userId }: Asked, { links, purchases, clock }: Services, item: Item) {
	const [own, read] = await Promise.all([purchases.ownedItem(userId, item.id), links.of(guildId)]);
	return { item, own, renewUrl: read.renewUrl, support: read.support, now: clock.now() };
}

/** Posts an item for everyone on behalf of a member, who has to be allowed to post there. */
async function sharing(
	asked: Asked,
	{ catalog, sharing }: Services,
	id: number,
	from: ItemsState | undefined,
) {
	const { channelId, guildT, t, userId } = asked;
	const back = itemButton(t, id, from);
	if (!asked.mayPost()) return sharingView(t, 'mayNotShare', back);
	if (!(await sharing.allows(asked))) return sharingView(t, 'staffShare', back);
	const found = await catalog.find(id, userId);
	if (!found.ok) return itemFailureView(t, found.failure, id, from);
	const sharedAt = await sharing.takeTurn(asked);
	if (sharedAt !== undefined)
		return sharingView(t, 'sharedAlready', back, { when: timestamp(sharedAt, 'R') });
	const card = sharedItemView(guildT, found.value, userId);
	const channel = channelId === null ? '' : `<#${channelId}>`;
	return { view: sharingView(t, 'shared', back, { channel }), followUp: card };
}

export interface ItemShown {
	readonly item: Item;
	/** The shop couldn't be reached: only the listed fields are known. */
	readonly isUnreachable?: boolean;
	/** The member's purchase of it; undefined if none counts here. */
	readonly own?: OwnedItem | undefined;
	readonly renewUrl?: string | undefined;
	/** When the server announces the end of support; undefined for the defaults. */
	readonly support?: ServerLinks['support'];
	readonly from?: ItemsState | undefined;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** An item for one member: its prices, images and further links. `note`: a line above it. */
export function itemView(t: Translator, shown: ItemShown, note?: string): MessageView {
	const { item, from, own, renewUrl, support, now, isUnreachable } = shown;
	const stage = own && supportStage(own.supportedUntil, now, support);
	const acts = isUnreachable
		? [itemButton(t, item.id, from, 'button.tryAgain')]
		: [
				detailsButton(t, item, from),
				button(t('item.shareHere'), shareItem.encode(item.id, ...fromList(from))),
			];
	return page(
		isUnreachable ? 'attention' : 'info',
		text(note),
		...card(t, item, stage && ownLine(t, stage)),
		buttons(
			...itemLinks(t, item, stage && isRenewable(stage) ? renewUrl : undefined),
			...acts,
			backButton(t, shown),
		),
	);
}

const ownLine = (t: Translator, stage: SupportStage) =>
	'end' in stage ? t(`item.own.${stage.kind}`, endOf(stage)) : t('item.own');

export function sharedItemView(t: Translator, item: Item, sharedBy: string): MessageView {
	return page(
		'info',
		...card(t, item, small(t('item.sharedBy', { member: `<@${sharedBy}>` }))),
		buttons(...itemLinks(t, item, undefined), detailsButton(t, item, undefined)),
	);
}

/** @param renewUrl only for buyers whose support can be renewed */
function itemLinks(t: Translator, item: Item, renewUrl: string | undefined) {
	return [
		linkButton(t('item.openDemo'), item.demoUrl),
		linkButton(t('item.listen'), item.previewAudioUrl),
		linkButton(t('setup.links.renew'), renewUrl),
	];
}

/** To what doesn't fit into the card; undefined if there is nothing more. */
function detailsButton(t: Translator, item: Item, from: ItemsState | undefined) {
	if (itemDetails(item) === undefined && shownScreenshots(item).length === 0) return undefined;
	return button(t('item.more'), openDetails.encode(item.id, 0, ...fromList(from)));
}

/** Back to the list or the member's purchase it was opened from; else to all items. */
function backButton(t: Translator, { from, own }: Pick<ItemShown, 'from' | 'own'>): APIButtonComponent {
	if (from !== undefined) return button(t('button.back'), showItems.encode(...listArgs(from)));
	if (own !== undefined) return button(t('button.showMyPurchases'), openPurchases.encode());
	return browseButton(t);
}

/** Discord's limit for one gallery. */
const pageSize = 10;

function shownScreenshots(item: Pick<Item, 'screenshotUrls'>): string[] {
	return item.screenshotUrls.flatMap((url) => embedUrl(url) ?? []);
}

/** An item's description and tags, and a page of its screenshots. A page past the end yields the last one. */
export function detailsView(t: Translator, item: Item, wantedPage: number, from?: ItemsState): MessageView {
	const urls = shownScreenshots(item);
	const shown = listPage(urls, wantedPage, pageSize);
	const start = shown.at * pageSize;
	const count = urls.length;
	const range = t('item.screenshotRange', { first: start + 1, last: start + shown.entries.length, count });
	const name = plainItemName(t, item, 200);
	return page(
		'info',
		text(dotted(bold(itemName(t, item, 80)), count > 0 && range)),
		start === 0 && itemDetails(item),
		gallery(
			...shown.entries.map((url, index) => ({
				url,
				alt: t('item.screenshotAlt', { number: start + index + 1, count, item: name }),
			})),
		),
		buttons(
			...turnButtons(t, shown, (at) => openDetails.encode(item.id, at, ...fromList(from))),
			button(t('button.back'), openItem.encode(item.id, ...fromList(from))),
		),
	);
}

const sharingAccents = {
	shared: 'done',
	mayNotShare: 'refused',
	staffShare: 'refused',
	sharedAlready: 'attention',
} as const satisfies Record<string, Accent>;

/** The answer to a member who shares an item. `when`: they last shared one there. */
export function sharingView(
	t: Translator,
	outcome: keyof typeof sharingAccents,
	back: APIButtonComponent | undefined,
	values: { readonly channel?: string; readonly when?: string } = {},
): MessageView {
	return page(sharingAccents[outcome], text(t(`item.${outcome}`, values)), buttons(back));
}
