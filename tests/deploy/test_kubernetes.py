"""The manifests for Kubernetes: valid by its schemas, and true to the server and to compose."""

from __future__ import annotations

from typing import Any

import kubernetes_validate
import pytest
from ruamel.yaml import YAML

from server.hub.hub import RETIRE_S
from server.settings import from_environment
from tests.deploy.pages import DEPLOY
from tests.deploy.test_compose import redis_command, services

FILES = ("namespace.yaml", "hubs.yaml", "redis.yaml")
OBJECTS: list[dict[str, Any]] = [
    each for name in FILES for each in YAML(typ="safe").load_all((DEPLOY / "kubernetes" / name).read_text())
]


def pod(kind: str) -> dict[str, Any]:
    (found,) = [each for each in OBJECTS if each["kind"] == kind]
    return dict(found["spec"]["template"]["spec"])


@pytest.mark.parametrize("version", ["1.30", "1.37"])
def test_each_object_is_valid_by_the_strict_schema_of_kubernetes(version: str) -> None:
    for each in OBJECTS:
        kubernetes_validate.validate(each, version, strict=True)
    with pytest.raises(kubernetes_validate.ValidationError):
        kubernetes_validate.validate({**OBJECTS[0], "colour": "red"}, version, strict=True)


def test_the_variables_of_a_hub_are_settings() -> None:
    (container,) = pod("Deployment")["containers"]
    told = {each["name"]: each["value"] for each in container["env"] if "value" in each}
    assert from_environment(told).metrics_port == container["ports"][1]["containerPort"]


def test_a_hub_has_the_time_to_hand_over_its_tables_and_to_answer_its_last_requests() -> None:
    hub = pod("Deployment")
    (container,) = hub["containers"]
    waits_s = int(container["lifecycle"]["preStop"]["exec"]["command"][1])
    requests_s = 5  # uvicorn's timeout_graceful_shutdown in server/web/serving.py
    assert hub["terminationGracePeriodSeconds"] >= waits_s + requests_s + RETIRE_S + 10


@pytest.mark.parametrize("kind", ["Deployment", "StatefulSet"])
def test_a_pod_has_no_more_rights_than_it_needs(kind: str) -> None:
    said = pod(kind)
    assert said["enableServiceLinks"] is False and said["automountServiceAccountToken"] is False
    assert said["securityContext"]["runAsNonRoot"] and said["securityContext"]["runAsUser"] > 0
    (container,) = said["containers"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }


def test_redis_runs_as_it_runs_with_compose() -> None:
    (container,) = pod("StatefulSet")["containers"]
    assert container["command"][-1] == redis_command()
    assert container["image"] == services()["redis"]["image"]
