import { ClaimKeys } from '../../claims/claim-keys.js';
import { parseSecret } from '../../claims/secret-guard.js';
import { secretKey } from '../../claims/store-keys.js';
import type { Store } from '../../storage/store.js';

/** True if a database was made with this CLAIM_SECRET. A new one fits every secret. */
export async function fitsSecret(store: Pick<Store, 'get'>, secret: string): Promise<boolean> {
	const made = parseSecret(await store.get(secretKey));
	return made === undefined || made.check === new ClaimKeys(secret).check;
}
