const purchaseCode = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{8}([0-9a-f]{4})\b/gi;

/** A text in which purchase codes have nothing left but their last four characters. */
export function maskCodes(text: string): string {
	return text.replaceAll(purchaseCode, '…$1');
}
