/** A person's keys for model providers, in a file of their own. Loaded by the first request that needs one, and by `cmd auth`. */

export { checkKey } from './check-key.ts';
export { type CredentialPlaces, storedCredential, variableWithKey } from './credential-source.ts';
export { CREDENTIAL_CATALOGUE, type CredentialCode } from './diagnostics.ts';
export { type CredentialChange, removeCredential, storeCredential } from './edit-credentials.ts';
export { type Credentials, credentialFileIn, readCredentials } from './read-credentials.ts';
