// Computes check digits; each function takes a number without spaces and dashes; knows no scheme.

/**
 * Tells whether the last digit is right by weights 1, 3, 1, 3… from the right, modulo 10 (EAN-8,
 * EAN-13, ISBN-13).
 */
export function hasMod10CheckDigit(digits        )          {
	return weightedSum(digits, (fromRight) => (fromRight % 2 === 0 ? 1 : 3)) % 10 === 0;
}

/**
 * Tells whether the last digit is right by weights 1, 2, 3… from the right, modulo 11, X being ten
 * (ISBN-10, ISSN).
 */
export function hasMod11CheckDigit(digits        )          {
	return weightedSum(digits, (fromRight) => fromRight + 1) % 11 === 0;
}

/** Tells whether the last digit is right by ISO 7064 MOD 11-2, X being ten (ISNI, ORCID). */
export function hasMod11Radix2CheckDigit(digits        )          {
	let total = 0;
	for (const digit of digits.slice(0, -1)) total = ((total + Number(digit)) * 2) % 11;
	return (total + digitValue(digits.slice(-1))) % 11 === 1;
}

/**
 * Tells whether the last hexadecimal digit is right by weights 11, 9, 3, 1 in turn, modulo 16
 * (ISTC, ISO 21047).
 */
export function hasMod16CheckDigit(digits        )          {
	const weights = [11, 9, 3, 1];
	let total = 0;
	for (let i = 0; i < digits.length - 1; i++) {
		total += Number.parseInt(digits.charAt(i), 16) * (weights[i % weights.length] ?? 0);
	}
	return total % 16 === Number.parseInt(digits.slice(-1), 16);
}

/** Answers the digit that makes 12 digits an EAN-13. */
export function mod10CheckDigit(digits        )         {
	const sum = weightedSum(`${digits}0`, (fromRight) => (fromRight % 2 === 0 ? 1 : 3));
	return String((10 - (sum % 10)) % 10);
}

function weightedSum(digits        , weight                               )         {
	let sum = 0;
	for (let i = 0; i < digits.length; i++) {
		sum += digitValue(digits.charAt(i)) * weight(digits.length - 1 - i);
	}
	return sum;
}

function digitValue(digit        )         {
	return digit === 'X' ? 10 : Number(digit);
}
