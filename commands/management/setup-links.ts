import { onComponent, openModal, turnLater } from '../../src/discord/interactions/handler.js';
import type { ModalInput } from '../../src/discord/interactions/interaction-ports.js';
import { askForLinks, sendLinks } from '../../src/views/custom-ids/setup-ids.js';
import {
	badLinkNote,
	linkAddress,
	linkInputs,
	linksDigest,
	linksModal,
	staleLinksView,
} from '../../src/views/management/setup-links-view.js';
import { choose, pageOfSetup } from './setup-pages.js';
import type { SetupServices } from './setup-services.js';

/** The URLs that members of a server get. */
export const linkComponents = [
	onComponent('button', askForLinks, 'manager', (asked, services: SetupServices) => {
		const { interaction, t } = asked;
		const { guildId } = interaction;
		// An empty modal would delete the existing links.
		if (!services.links.isKnown(guildId)) {
			return turnLater(() => pageOfSetup(asked, services, 'links', t('refusal.wasOutdated')));
		}
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
			return await choose(asked, services, { what: 'addresses', exampleUrl, renewUrl });
		}),
	),
];

function typedIn({ fields }: ModalInput): (input: string) => string {
	return (input) => fields.getTextInputValue(input).trim();
}

/** @returns undefined if the field was left empty, which removes the link */
function typedLink(interaction: ModalInput, input: string): string | 'bad' | undefined {
	const typed = typedIn(interaction)(input);
	return typed === '' ? undefined : (linkAddress(typed) ?? 'bad');
}
