import { asyncForm } from './async.ts';
import { pythonErrors } from './errors.ts';
import { type Contract, pythonTypes } from './types.ts';

const folder = 'clients/python/src/company_registry';

/** The generated files of the Python client. */
export async function pythonFiles(
  contract: object,
  errors: Readonly<Record<string, { message: string }>>,
  read: (file: string) => Promise<string>,
): Promise<Record<string, string>> {
  return {
    [`${folder}/types.py`]: pythonTypes(contract as Contract),
    [`${folder}/_error_classes.py`]: pythonErrors(errors),
    [`${folder}/_async_account.py`]: asyncForm('_account.py', await read(`${folder}/_account.py`)),
    [`${folder}/_async_client.py`]: asyncForm('_client.py', await read(`${folder}/_client.py`)),
    [`${folder}/_async_lists.py`]: asyncForm('_lists.py', await read(`${folder}/_lists.py`)),
    [`${folder}/_async_messages.py`]: asyncForm('_messages.py', await read(`${folder}/_messages.py`)),
  };
}
