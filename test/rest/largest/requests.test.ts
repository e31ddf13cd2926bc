import { expect, test } from 'vitest';
import { largestRequests, missingFields } from '../../support/largest/requests.ts';
import { idOf } from '../../support/largest/values.ts';

test('every operation has a largest input: each route, root field, tool and path of the reconciliation service', () => {
  expect(missingFields()).toEqual([]);
  expect(largestRequests({ entityId: idOf(0), listId: idOf(1), filterListId: idOf(2), token: 'crr_x' }).length).toBeGreaterThan(
    200,
  );
});
