import type { Translator } from '../../i18n/translator.js';
import { foreignLine } from '../kit/text.js';

/** As many shops name their two usual types: `Regular`, `regular license`, `extended_license`. */
const wellKnown = /^(regular|extended)(?:[\s_-]*licen[cs]e)?$/i;

type WellKnown = 'regular' | 'extended';

function wellKnownType(licenseType: string): WellKnown | undefined {
	const [, type] = wellKnown.exec(licenseType.trim()) ?? [];
	return type?.toLowerCase() as WellKnown | undefined;
}

/**
 * A license type for a line of its own, such as `Regular license`: in the reader's language where it is one of the
 * usual ones, else in the shop's words, escaped. '' where there is nothing to see.
 */
export function licenseText(t: Translator, licenseType: string): string {
	const type = wellKnownType(licenseType);
	return type === undefined ? foreignLine(licenseType, 60) : t(`license.${type}`);
}

/** The same in one word, for a list or beside a price: `Regular`. */
export function shortLicenseText(t: Translator, licenseType: string): string {
	const type = wellKnownType(licenseType);
	return type === undefined ? foreignLine(licenseType, 30) : t(`license.${type}Short`);
}
