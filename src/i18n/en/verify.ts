export const verify = {
	'verify.notACodeTitle': 'That is not a purchase code',
	'verify.notACode':
		'A code looks like `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`. You find it in the receipt e-mail and on the downloads page of the shop.\n\nAn order number or a licence key of another shop does not work here.',
	'verify.invalidTitle': 'Invalid purchase code',
	'verify.invalid':
		'The shop does not know this code. Please copy it once more from your receipt, whole and without changes: one missing letter is enough.\n\nIf the purchase was refunded, its code no longer works. Still stuck? Show staff this reference, **never the code itself**.',
	'verify.takenTitle': 'This code is already in use',
	'verify.taken':
		'Another member has verified with it, and a code works for one person. If it is your purchase, ask staff and show them this reference, **never the code itself**.',
	'verify.limitedTitle': 'Too many wrong codes',
	'verify.limited':
		'Please try again {when}. Use the time to find the right code: it is in the receipt e-mail and on the downloads page of the shop.',
	'verify.busyTitle': 'Your codes are still being checked',
	'verify.busy':
		'Please wait for the answers to the codes that you have sent already, then send the next one. This one wasn’t checked and doesn’t count.',
	'verify.oftenTitle': 'Too many codes in a short time',
	'verify.often': 'The shop is asked about a few codes at a time only. Please try again {when}.',
	'verify.verifiedTitle': 'Purchase verified',
	'verify.returningTitle': 'Welcome back',
	'verify.verified': '**{item}** is now yours here. Thank you for buying it!',
	'verify.returning': '**{item}** is already yours.',
	'verify.renewedTitle': '✅ Support renewed',
	'verify.renewed': '**{item}** has support until {date} ({when}).',
	'verify.licence': 'Licence',
	'verify.support': 'Support',
	'verify.supportNone': 'not included',
	'verify.supportUntil': 'until {date}',
	'verify.supportEnded': 'ended {date}',
	'verify.roleGranted': 'You have the buyer role.',
	'verify.roleWaiting':
		'Your role is on its way. This message changes when it is there, you need not do anything.',
	'verify.roleBlocked':
		'Only the role is missing: this server does not let me give it right now. **Staff must fix that** and has been told. Your purchase is safely recorded, and the role follows by itself.',
	'verify.roleUnchosen': 'You’ll get your role once the staff choose one for buyers. They know.',
	'verify.roleMemberLeft':
		'You are no longer a member of this server. Your purchase is safely recorded: come back and use /verify again.',
	'verify.uncheckableTitle': 'Your code cannot be checked right now',
	'verify.uncheckable':
		'The shop gives no proper answer. That says nothing about your code, and this try does not count.',
	'verify.againSoon': 'Please try again in a few minutes.',
	'verify.againAt': 'Please try again {when}.',
	'verify.staffTold': 'Staff has been told. Please try again later.',
	'verify.reference': 'Reference {id}',
} as const;
