// A spreadsheet runs a cell that begins with one of these, also in full width, as a formula. It may split a line at
// other separators than the comma, or ignore the quotes around a cell, so the start of any part of a cell counts.
const formulaStart = /(^|[,;|\t"'])(["'\s]*)([=+\-@＝＋－＠])/g;
const control = /[\p{Cc}\p{Zl}\p{Zp}]/gu;
const invisible = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** A line by RFC 4180, with its ending. No text in it is run as a formula by a spreadsheet. */
export function csvLine(cells: readonly string[]): string {
	return `${cells.map((cell) => quoted(inert(cell))).join(',')}\r\n`;
}

/** The text on one line, with an apostrophe before whatever would start a formula. */
function inert(text: string): string {
	const line = text.replaceAll(invisible, '').replaceAll(control, ' ').trim();
	return line.replaceAll(formulaStart, "$1$2'$3");
}

function quoted(cell: string): string {
	return /[",;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
