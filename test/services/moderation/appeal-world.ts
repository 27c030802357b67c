import type { ListedItem } from '../../../src/marketplace/schemas.js';
import type { LetterFile, Mailbox, Upload } from '../../../src/messages/mailbox.js';
import { Notices } from '../../../src/messages/notices.js';
import { createAppealCards } from '../../../src/services/moderation/appeal-cards.js';
import { appealKind, openAppealsKind } from '../../../src/services/moderation/appeal-rows.js';
import { createAppeals } from '../../../src/services/moderation/appeals.js';
import { CaseRows } from '../../../src/services/moderation/case-rows.js';
import { createGiving } from '../../../src/services/moderation/giving.js';
import { Moderation } from '../../../src/services/moderation/moderation.js';
import { createReferences } from '../../../src/services/verification/references.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { sampleSettings } from '../../servers/checkup/fake-guild.js';
import { floor } from '../../world/floor.js';
import type { disputeParts } from './disputes/dispute-world.js';

type Given = Parameters<typeof disputeParts>[0] & {
	/** The downloads that Discord still has. */
	readonly download: (addresses: readonly string[]) => Promise<readonly LetterFile[]>;
};

/**
 * The services of requests without a code, over a store and a mailbox. An upload with `picture` in its address is an
 * image.
 */
export function appealParts({ download, ...given }: Given) {
	const { store, clock } = given;
	const limits = new Limits({ store, clock });
	const parts = {
		...{ ...given, limits },
		mailbox: given.mailbox as Mailbox<never>,
		pictures: { isPicture: async ({ address }: Upload) => address.includes('picture'), fetch: download },
		guilds: {
			get: async () => sampleSettings({ pictures: true }),
			rulesOf: async () => undefined,
			...given.guilds,
		},
		discord: { factsOf: () => undefined, ...given.discord },
		catalog: { get: (id: number) => ({ id, name: 'Aurora', category: 'Themes' }) as ListedItem },
		appealRows: new CaseRows(appealKind, openAppealsKind, floor({ store, clock })),
		references: createReferences(floor({ ...given, limits })),
		notices: new Notices(given),
		moderatedRoles: { namesOf: async () => ['Buyer'] },
		disputeRows: { all: async () => [] },
		cards: { wake: () => {} },
	};
	const appealCards = createAppealCards(floor(parts));
	const moderation = new Moderation(floor({ ...parts, appealCards }));
	const giving = createGiving(floor({ ...parts, moderation }));
	return {
		...parts,
		appealCards,
		moderation,
		appeals: createAppeals(floor({ ...parts, appealCards, giving })),
	};
}
