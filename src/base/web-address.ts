/**
 * Parses an address; undefined if it is invalid. `URL.canParse` is not used: on Node 20 and 22 it turns false for every
 * host with letters outside ASCII once V8 has optimised its caller (AikidoSec/firewall-node#1086).
 */
export function webAddress(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}
