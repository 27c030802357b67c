import { type Asked, onComponent, openModal, turnLater } from '../../src/discord/interactions/handler.js';
import type { ModalInput } from '../../src/discord/interactions/interaction-ports.js';
import type { ItemLinks } from '../../src/guilds/link-settings.js';
import type { ServerLinks } from '../../src/guilds/server-links.js';
import type { SetupChange } from '../../src/guilds/setup-change.js';
import {
	askForItemLinks,
	askForLinks,
	chooseLink,
	sendItemLinks,
	sendLinks,
} from '../../src/views/custom-ids/setup-ids.js';
import {
	badLinkNote,
	itemLinksDigest,
	itemLinksModal,
	linkAddress,
	linkInputs,
	linksDigest,
	linksModal,
	staleItemLinksView,
	staleLinksView,
} from '../../src/views/management/setup-links-view.js';
import { choose, itemLinksPage, pageOfSetup } from './setup-pages.js';
import type { SetupServices } from './setup-services.js';

/** The links that members of a server get: its channels and URLs, and the links of each item. */
export const linkComponents = [
	onComponent('channel-select', chooseLink, 'manager', (asked, services: SetupServices) => {
		const [channelId] = asked.interaction.values;
		const links =
			asked.args[0] === 'support' ? { supportChannelId: channelId } : { helpChannelId: channelId };
		return turnLater(() =>
			choose(asked, services, { what: 'links', links }, (note) =>
				pageOfSetup(asked, services, 'links', note),
			),
		);
	}),
	onComponent('button', askForLinks, 'manager', (asked, services: SetupServices) => {
		const { interaction, t } = asked;
		const { guildId } = interaction;
		// An empty modal would delete the existing links.
		if (!services.links.isKnown(guildId)) return turnLater(() => outdatedLinks(asked, services));
		return openModal(linksModal(t, services.links.known(guildId)));
	}),
	onComponent('modal', sendLinks, 'manager', (asked, services: SetupServices) =>
		turnLater(async () => {
			const { args, interaction, t } = asked;
			const links = await services.links.of(interaction.guildId);
			if (args[0] !== linksDigest(links)) return staleLinksView(t, links, typedIn(interaction));
			const exampleUrl = typedLink(interaction, linkInputs.example);
			const renewUrl = typedLink(interaction, linkInputs.renew);
			if (exampleUrl === 'bad' || renewUrl === 'bad') {
				return await pageOfSetup(asked, services, 'links', badLinkNote(t));
			}
			const change: SetupChange = { what: 'links', links: { exampleUrl, renewUrl } };
			return await choose(asked, services, change, (note) => pageOfSetup(asked, services, 'links', note));
		}),
	),
	onComponent('button', askForItemLinks, 'manager', (asked, services: SetupServices) => {
		const { args, interaction, t } = asked;
		const [itemId] = args;
		if (!services.links.isKnown(interaction.guildId)) {
			return turnLater(() => itemLinksPage(asked, services, itemId, t('refusal.wasOutdated')));
		}
		const own = ownLinks(services.links.known(interaction.guildId), itemId);
		return openModal(itemLinksModal(t, itemId, own));
	}),
	onComponent('modal', sendItemLinks, 'manager', (asked, services: SetupServices) =>
		turnLater(async () => {
			const { args, interaction, t } = asked;
			const [itemId, digest] = args;
			const own = ownLinks(await services.links.of(interaction.guildId), itemId);
			if (digest !== itemLinksDigest(own)) return staleItemLinksView(t, itemId, own, typedInAny(interaction));
			const docs = typedLink(interaction, linkInputs.docs);
			const download = typedLink(interaction, linkInputs.download);
			const changelog = typedLink(interaction, linkInputs.changelog);
			const renew = typedLink(interaction, linkInputs.renew);
			if (docs === 'bad' || download === 'bad' || changelog === 'bad' || renew === 'bad') {
				return await itemLinksPage(asked, services, itemId, badLinkNote(t));
			}
			const links = { docs, download, changelog, renew };
			const change: SetupChange = { what: 'item-links', itemId, links };
			return await choose(asked, services, change, (note) => itemLinksPage(asked, services, itemId, note));
		}),
	),
];

function outdatedLinks(
	asked: Asked<Parameters<typeof pageOfSetup>[0]['interaction']>,
	services: SetupServices,
) {
	return pageOfSetup(asked, services, 'links', asked.t('refusal.wasOutdated'));
}

function ownLinks({ items }: ServerLinks, itemId: string): ItemLinks {
	return (Object.hasOwn(items, itemId) ? items[itemId] : undefined) ?? {};
}

function typedIn({ fields }: ModalInput): (input: string) => string {
	return (input) => fields.getTextInputValue(input).trim();
}

/** Also on forms of earlier versions, which had no field for the renewal: their digest never fits. */
function typedInAny(modal: ModalInput): (input: string) => string {
	const typed = typedIn(modal);
	return (input) => {
		try {
			return typed(input);
		} catch {
			return '';
		}
	};
}

/** @returns undefined if the field was left empty, which removes the link */
function typedLink(interaction: ModalInput, input: string): string | 'bad' | undefined {
	const typed = typedIn(interaction)(input);
	return typed === '' ? undefined : (linkAddress(typed) ?? 'bad');
}
