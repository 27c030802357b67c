import type { Translator } from '../../i18n/translator.js';
import { shownEnding } from './names.js';
import { small } from './page.js';
import { dotted, foreignLine } from './text.js';

/** How most shops name the two usual types: `Regular`, `regular license`, `extended_license`. */
const wellKnown = /^(regular|extended)(?:[\s_-]*licen[cs]e)?$/i;

type WellKnown = 'regular' | 'extended';

function wellKnownType(licenseType: string): WellKnown | undefined {
	const [, type] = wellKnown.exec(licenseType.trim()) ?? [];
	return type?.toLowerCase() as WellKnown | undefined;
}

/**
 * A licence type on its own line, such as `Regular license`: the usual ones in the reader's language, others in the
 * shop's words, escaped. '' if nothing is visible.
 */
export function licenseText(t: Translator, licenseType: string): string {
	const type = wellKnownType(licenseType);
	return type === undefined ? foreignLine(licenseType, 60) : t(`license.${type}`);
}

/**
 * Small print of a purchase: `Regular license · code ••••3a8c`.
 * @param codeEnd '' if the code is unknown; undefined if staff gave the purchase without one
 */
export function licenseLine(t: Translator, licenseType: string, codeEnd: string | undefined): string {
	const license = licenseText(t, licenseType);
	if (codeEnd === undefined) return small(dotted(license, t('purchases.given')));
	const code = codeEnd === '' ? '' : t('purchases.code', { ending: shownEnding(codeEnd) });
	if (license !== '') return small(dotted(license, code));
	// If the shop names no licence, the code begins the line.
	return code && small(code.charAt(0).toLocaleUpperCase(t.language) + code.slice(1));
}

/** A licence type in one word, for a list or beside a price: `Regular`. */
export function shortLicenseText(t: Translator, licenseType: string): string {
	const type = wellKnownType(licenseType);
	return type === undefined ? foreignLine(licenseType, 30) : t(`license.${type}Short`);
}
