import { settings as table } from '../../guilds/settings-table.js';
import type { SetupChange } from '../../guilds/setup-change.js';
import {
	confirmChoice,
	openPage,
	openSetup,
	type SetupPage,
	subjectArgument,
} from '../custom-ids/setup-ids.js';

/** The page on which a choice is made. */
function pageOf(change: SetupChange): SetupPage | 'main' {
	switch (change.what) {
		case 'setting':
			return table[change.name].page;
		case 'addresses':
			return 'links';
		case 'rule':
			return 'rules';
		case 'unlinking':
		case 'seats':
			return 'policy';
		case 'powers':
			return 'main';
	}
}

/** The custom_id of the button that leads to the page of such a choice. */
export function pageId(change: SetupChange): string {
	const page = pageOf(change);
	return page === 'main' ? openSetup.encode() : openPage.encode(page);
}

/** The page that shows a choice once it is saved: its own if there is more to choose on it, else the first one. */
export function pageAfter(change: SetupChange): SetupPage | 'main' {
	const page = pageOf(change);
	const isAlone = change.what === 'setting' && ofPage(page) === 1;
	return isAlone ? 'main' : page;
}

function ofPage(page: SetupPage | 'main'): number {
	return Object.values(table).filter((setting) => setting.page === page).length;
}

/** custom_id of the button that confirms a choice; `digest` identifies the warnings shown. */
export function choiceId(change: SetupChange, digest: string): string {
	switch (change.what) {
		case 'setting':
			return confirmChoice.encode(change.name, change.picked[0] ?? '', digest, '');
		case 'powers':
			return confirmChoice.encode('powers', change.roleId, digest, '');
		case 'rule': {
			const { kind, key } = change.subject;
			return confirmChoice.encode(kind, change.roleId ?? '', digest, subjectArgument(key));
		}
		case 'addresses':
		case 'unlinking':
		case 'seats':
			throw new RangeError(`There is nothing to confirm about ${change.what}`);
	}
}
