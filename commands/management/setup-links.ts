import { type Asked, onComponent, openForm, showPage } from '../../src/discord/interactions/handler.js';
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
		const { t } = asked;
		const { guildId } = asked;
		// An empty modal would delete the existing links.
		if (!services.links.isKnown(guildId)) {
			return showPage(() => pageOfSetup(asked, services, 'links', t('refusal.wasOutdated')));
		}
		return openForm(linksModal(t, services.links.known(guildId)));
	}),
	onComponent('modal', sendLinks, 'manager', (asked, services: SetupServices) =>
		showPage(async () => {
			const { args, t } = asked;
			const links = await services.links.of(asked.guildId);
			if (args[0] !== linksDigest(links)) return staleLinksView(t, links, typedIn(asked));
			const exampleUrl = typedLink(asked, linkInputs.example);
			const renewUrl = typedLink(asked, linkInputs.renew);
			if (exampleUrl === 'bad' || renewUrl === 'bad') {
				return await pageOfSetup(asked, services, 'links', badLinkNote(t));
			}
			return await choose(asked, services, { what: 'addresses', exampleUrl, renewUrl });
		}),
	),
];

function typedIn({ fields }: Asked): (input: string) => string {
	return (input) => fields.text(input).trim();
}

/** @returns undefined if the field was left empty, which removes the link */
function typedLink(asked: Asked, input: string): string | 'bad' | undefined {
	const typed = typedIn(asked)(input);
	return typed === '' ? undefined : (linkAddress(typed) ?? 'bad');
}
