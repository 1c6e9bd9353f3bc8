import { noSuch } from "../api-error.ts";
import { listPage } from "../list-page.ts";
import { addCustomer } from "../objects/customer.ts";
import type { ApiCall, Route } from "../call.ts";
import { patch } from "../store.ts";
import type { Customer } from "../types.ts";

export const CUSTOMER_ROUTES: Route[] = [
  { method: "POST", path: "/v1/customers", handler: createCustomer },
  { method: "GET", path: "/v1/customers", handler: listCustomers },
  { method: "GET", path: "/v1/customers/:id", handler: retrieveCustomer },
  { method: "POST", path: "/v1/customers/:id", handler: updateCustomer },
];
const CUSTOMER_PARAMS = ["email", "name", "description", "phone", "metadata", "expand"];

function createCustomer({ reader, context }: ApiCall): Customer {
  reader.only(...CUSTOMER_PARAMS);
  return addCustomer(context, {
    email: reader.email("email") ?? null,
    name: reader.string("name") ?? null,
    description: reader.string("description") ?? null,
    phone: reader.string("phone") ?? null,
    metadata: reader.metadata(),
  });
}

function retrieveCustomer({ reader, context, id }: ApiCall): Customer {
  reader.only("expand");
  const customer = context.store.find("customer", id);
  if (!customer) throw noSuch("customer", { id, param: "id" });
  return customer;
}

function updateCustomer({ reader, context, id }: ApiCall): Customer {
  reader.only(...CUSTOMER_PARAMS);
  const customer = context.store.find("customer", id);
  if (!customer) throw noSuch("customer", { id, param: "id" });
  return patch(context.store, "customer", {
    id,
    fields: {
      email: reader.email("email") ?? customer.email,
      name: reader.text("name", customer.name ?? null),
      description: reader.text("description", customer.description),
      phone: reader.text("phone", customer.phone ?? null),
      metadata: reader.mergedMetadata(customer.metadata),
    },
  });
}

function listCustomers({ reader, context }: ApiCall) {
  return listPage(reader, {
    items: context.store.list("customer"),
    url: "/v1/customers",
    filters: { email: (customer, wanted) => customer.email === wanted },
  });
}
